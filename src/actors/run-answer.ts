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

/** Whether another instance runs the task, so that there is nothing to start here and nothing to refuse. */
export function isHeldElsewhere(acceptance: Acceptance): boolean {
  return acceptance.state === 'refused' && acceptance.refusal.code === 'held-elsewhere';
}

/** Whether a run that only recovers found that the task had ended. */
export function isNotRunning(acceptance: Acceptance): boolean {
  return acceptance.state === 'refused' && acceptance.refusal.code === 'not-running';
}

function toError(taskId: string, { code, detail, reason }: RunRefusal): Error {
  if (code === 'internal' || code === 'held-elsewhere') return new Error(detail);
  return new Refusal(code, detail, reason === undefined ? { taskId } : { taskId, reason });
}
