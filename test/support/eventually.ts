/** Waits for a condition: the one way in which tests wait. */

import { setTimeout } from 'node:timers/promises';

/** What takes long need not be looked at often: looking costs more than what is waited for. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

/** Patience costs nothing where what is waited for comes, and a busy machine needs much: no test measures time by it. */
const PATIENCE_MS = 60_000;

/**
 * The first value of the probe that is truthy. A probe that throws counts as not yet.
 * Throws with the description, and with the last value or error, once `withinMs` are over.
 * @param everyMs instead of pauses that grow
 */
export async function eventually<T>(
  description: string,
  probe: () => T | Promise<T>,
  { withinMs = PATIENCE_MS, everyMs }: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = everyMs ?? FIRST_PAUSE_MS; ; pauseMs = everyMs ?? Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const last = await attempt(probe);
    if ('value' in last && last.value) return last.value as Exclude<T, null | undefined | false>;
    if (performance.now() > deadline) {
      throw new Error(`waited ${withinMs} ms in vain for ${description}; last: ${describe(last)}`, {
        cause: 'error' in last ? last.error : undefined,
      });
    }
    await setTimeout(pauseMs);
  }
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown };

async function attempt<T>(probe: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await probe() };
  } catch (error) {
    return { error };
  }
}

function describe(last: Attempt<unknown>): string {
  return 'error' in last ? String(last.error) : (JSON.stringify(last.value) ?? 'undefined');
}
