/** The answer to the one who asked for a run: it started, there was nothing to run, or a Refusal. */

import { Refusal } from '../domain/refusal.ts';
import type { StoredRows } from '../domain/rows.ts';
import { snapshotOf } from '../domain/snapshot.ts';
import type { RunRefusal } from './run-context.ts';
import type { Acceptance } from './run.ts';
import type { ExecuteAnswer } from './runs.ts';

export interface AcceptedAnswer extends ExecuteAnswer {
  readonly state: 'started' | 'succeeded';
  readonly rows: StoredRows;
}

export function answerOf(taskId: string, acceptance: Acceptance): AcceptedAnswer {
  if (acceptance.state === 'refused') throw toError(taskId, acceptance.refusal);
  const { state, rows } = acceptance;
  return { state, rows, snapshot: snapshotOf(rows) };
}

function toError(taskId: string, { code, detail, reason }: RunRefusal): Error {
  if (code === 'internal') return new Error(detail);
  const refusalCode = code === 'held-elsewhere' ? 'already-running' : code;
  return new Refusal(refusalCode, detail, reason === undefined ? { taskId } : { taskId, reason });
}
