/** How long the statechart waits, in milliseconds. */

import type { RunContext } from './run-context.ts';

interface Asked {
  readonly context: RunContext;
}

const SHORTEST_BACK_OFF_MS = 100;
const LONGEST_BACK_OFF_MS = 5000;

/** The longest timer of Node; a longer one would fire at once. */
const NEVER_MS = 2 ** 31 - 1;

export const runDelays = {
  backOff: ({ context }: Asked) => backOffMs(context),
  stepTimeout: ({ context }: Asked) => context.timing.stepTimeoutMs ?? NEVER_MS,
  killGrace: ({ context }: Asked) => context.timing.killGraceMs,
  shutdownGrace: ({ context }: Asked) => context.timing.shutdownGraceMs,
  takeoverDelay: ({ context }: Asked) => context.timing.takeoverDelayMs,
};

/** Doubles with each try; spread over the runs, so that they do not all come back to a database at one moment. */
function backOffMs({ tries, origin }: RunContext): number {
  const spread = 0.75 + Number.parseInt(origin.seed.slice(0, 2), 16) / 1024;
  return Math.min(SHORTEST_BACK_OFF_MS * 2 ** Math.max(0, tries - 1), LONGEST_BACK_OFF_MS) * spread;
}
