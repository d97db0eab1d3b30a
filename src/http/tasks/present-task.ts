/** A task as the API shows it. */

import type { TaskSummary } from '../../persistence/persistence.ts';
import type { Mask } from '../../platform/mask-secrets.ts';
import type { TaskAnswer } from '../schemas/answers.ts';
import type { Holder, SeenRows } from './seen-rows.ts';
import { summaryOf } from './summary-of.ts';

export function presentTask(
  { task, totalSteps, successSteps }: TaskSummary,
  holder: Holder | null,
  mask: Mask,
): TaskAnswer {
  // What the run waits for is not stored, but worth telling.
  const message = task.message ?? holder?.note ?? null;
  return {
    taskId: task.taskId,
    name: task.name,
    status: task.status,
    active: holder !== null,
    owner: holder?.owner ?? null,
    totalSteps,
    successSteps,
    message: message && mask(message),
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
    startedAt: task.startedAt,
    finishedAt: task.finishedAt,
  };
}

/** The same of rows with all their steps. */
export function presentRows({ rows, holder }: SeenRows, mask: Mask): TaskAnswer {
  return presentTask(summaryOf(rows), holder, mask);
}
