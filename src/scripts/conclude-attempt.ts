/** The end of an attempt: what its log says last, and its record, before anybody hears of it. */

import type { Exit } from '../domain/outcome.ts';
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

export async function concludeAttempt(
  { config }: ScriptsRoom,
  { logPath, record }: PreparedAttempt,
  end: End,
): Promise<Exit> {
  const at = new Date().toISOString();
  const recorded = record.ended(recordedEnd(end, at));
  if (end.kind === 'not-started') {
    await recorded;
    return { ...end, at, lastLine: null, warning: null };
  }
  const [lastLine, warning] = await Promise.all([readLastLine(logPath), readDiskWarning(config.logDir), recorded]);
  return { ...end, at, lastLine, warning };
}

function recordedEnd(end: End, endedAt: string): RecordedEnd {
  const nothing = { endedAt, exitCode: null, signal: null, cause: null };
  switch (end.kind) {
    case 'exited':
      return { ...nothing, exitCode: end.exitCode };
    case 'signalled':
      return { ...nothing, signal: end.signal };
    case 'not-started':
    case 'unknown':
      return { ...nothing, cause: end.reason };
  }
}
