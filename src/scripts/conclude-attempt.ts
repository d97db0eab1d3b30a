/** The end of an attempt: what its log says last, and its record, before anybody hears of it. */

import type { Exit } from '../domain/outcome.ts';
import { isOverWithin } from '../platform/is-over-within.ts';
import { readDiskWarning } from './disk-warning.ts';
import { readLastLine } from './last-line.ts';
import type { PreparedAttempt } from './prepare-attempt.ts';
import type { RecordedEnd } from './record/keep-record.ts';
import type { ScriptsRoom } from './room.ts';

/** How an attempt ended, without the facts that every end has. */
export type End =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'signalled'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface Conclusion {
  readonly end: End;
  /** Why it was told to end, in words; null where it ended by itself. */
  readonly why: string | null;
}

/** A disk that does not answer for so long does not hold up the run any longer. */
const LONGEST_MS = 10_000;

export async function concludeAttempt(
  room: ScriptsRoom,
  prepared: PreparedAttempt,
  { end, why }: Conclusion,
): Promise<Exit> {
  const at = new Date().toISOString();
  const said = Promise.all([
    readOutput(room, prepared, end),
    prepared.record.ended(recordedEnd(end, at, why && room.mask(why))),
  ]);
  if (!(await isOverWithin(said, LONGEST_MS))) return { ...end, at, ...NO_ANSWER };
  const [output] = await said;
  await room.reach?.('step.record_written');
  return { ...end, at, ...output };
}

type Output = Pick<Exit, 'lastLine' | 'warning'>;

const NO_ANSWER: Output = { lastLine: null, warning: 'log incomplete: its disk does not answer' };

async function readOutput(
  { config, mask, reach }: ScriptsRoom,
  { logPath }: PreparedAttempt,
  { kind }: End,
): Promise<Output> {
  if (kind === 'not-started') return { lastLine: null, warning: null };
  const [lastLine, warning] = await Promise.all([readLastLine(logPath, mask), readDiskWarning(config.logDir)]);
  await reach?.('step.output');
  return { lastLine, warning };
}

function recordedEnd(end: End, endedAt: string, why: string | null): RecordedEnd {
  const nothing = { endedAt, exitCode: null, signal: null, cause: why };
  switch (end.kind) {
    case 'exited':
      return { ...nothing, exitCode: end.exitCode };
    case 'signalled':
      return { ...nothing, signal: end.signal };
    case 'not-started':
    case 'unknown':
      return { ...nothing, cause: why ?? end.reason };
  }
}
