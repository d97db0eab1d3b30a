/** Whether the stored rows of a task can be run: the one place where unknown statuses and odd step numbers are refused. */

import { Refusal } from './refusal.ts';
import type { StoredRows, TaskRows } from './rows.ts';
import { isStatus, STATUSES } from './status.ts';

/** The rows with known statuses. Throws what findRowsRefusal() finds. */
export function checkRows(rows: StoredRows): TaskRows {
  const refusal = findRowsRefusal(rows);
  if (refusal) throw refusal;
  return rows as TaskRows;
}

/** `task-has-no-steps`, or `task-data-invalid` that names row and reason; null where the rows can be run. */
export function findRowsRefusal(rows: StoredRows): Refusal | null {
  const { taskId } = rows.task;
  if (rows.steps.length === 0) return new Refusal('task-has-no-steps', 'The task has no steps to execute.', { taskId });
  const fault = firstFault(rows);
  return fault && new Refusal('task-data-invalid', fault.detail, { taskId, reason: fault.reason });
}

interface RowFault {
  readonly reason: string;
  readonly detail: string;
}

function firstFault({ task, steps }: StoredRows): RowFault | null {
  if (!isStatus(task.status)) return unknownStatus('The task', task.status);
  const seen = new Set<number>();
  for (const step of steps) {
    if (!isStatus(step.status)) return unknownStatus(`Step ${step.stepNo}`, step.status);
    if (step.stepNo < 0) return { reason: 'negative-step-no', detail: `Step number ${step.stepNo} is negative.` };
    if (seen.has(step.stepNo))
      return { reason: 'duplicate-step-no', detail: `Two steps have the number ${step.stepNo}.` };
    seen.add(step.stepNo);
  }
  return null;
}

function unknownStatus(row: string, status: string | null): RowFault {
  const stored = status === null ? 'no status' : `the status ${JSON.stringify(status)}`;
  return { reason: 'unknown-status', detail: `${row} has ${stored}; the service knows ${STATUSES.join(', ')}.` };
}
