/** The answer to the one who asked for a run: it started, there was nothing to run, or a Refusal. */

import { Refusal } from '../domain/refusal.ts';
import type { StoredRows } from '../domain/rows.ts';
import { snapshotOf } from '../domain/snapshot.ts';
import type { RunRefusal } from './run-context.ts';
import { alreadyRunning } from './run-refusals.ts';
import type { Acceptance, Run } from './run.ts';
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

/**
 * The answer to whoever asks for a run and finds this one. Null where they have to ask again after its end: it was refused,
 * or had nothing to run, for the wish of somebody else. Throws a Refusal.
 */
export function joinedAnswer(
  taskId: string,
  { run, acceptance }: { readonly run: Pick<Run, 'rows' | 'fromStep'>; readonly acceptance: Acceptance },
  { fromStep = null }: { readonly fromStep?: number | null | undefined },
): ExecuteAnswer | null {
  const isStarted = acceptance.state === 'started';
  if (isStarted && fromStep !== null) throw alreadyRunning(taskId);
  if (!isStarted && fromStep !== run.fromStep) return null;
  const { state, rows } = answerOf(taskId, acceptance);
  return { state: isStarted ? 'running' : state, snapshot: snapshotOf(run.rows() ?? rows) };
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
