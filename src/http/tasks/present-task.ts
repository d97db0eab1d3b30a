/** A task as the API shows it. */

import { countSuccess } from '../../domain/snapshot.ts';
import type { TaskSummary } from '../../persistence/persistence.ts';
import type { TaskAnswer } from '../schemas/answers.ts';
import type { Holder, SeenRows } from './seen-rows.ts';

export function presentTask({ task, totalSteps, successSteps }: TaskSummary, holder: Holder | null): TaskAnswer {
  return {
    taskId: task.taskId,
    name: task.name,
    status: task.status,
    active: holder !== null,
    owner: holder?.owner ?? null,
    totalSteps,
    successSteps,
    // What the run waits for is not stored, but worth telling.
    message: task.message ?? holder?.note ?? null,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
    startedAt: task.startedAt,
    finishedAt: task.finishedAt,
  };
}

/** The same of rows with all their steps. */
export function presentRows({ rows: { task, steps }, holder }: SeenRows): TaskAnswer {
  return presentTask({ task, totalSteps: steps.length, successSteps: countSuccess(steps) }, holder);
}
