/** A task as the API shows it. */

import type { LiveView } from '../../actors/runs.ts';
import { countSuccess } from '../../domain/snapshot.ts';
import type { TaskSummary } from '../../persistence/persistence.ts';
import type { TaskAnswer } from '../schemas/answers.ts';
import type { SeenRows } from './read-rows.ts';

export function presentTask({ task, totalSteps, successSteps }: TaskSummary, view: LiveView | undefined): TaskAnswer {
  return {
    taskId: task.taskId,
    name: task.name,
    status: task.status,
    active: view !== undefined,
    owner: view?.owner ?? null,
    totalSteps,
    successSteps,
    // What the run waits for is not stored, but worth telling.
    message: task.message ?? view?.note ?? null,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
    startedAt: task.startedAt,
    finishedAt: task.finishedAt,
  };
}

/** The same of rows with all their steps. */
export function presentRows({ rows: { task, steps }, view }: SeenRows): TaskAnswer {
  return presentTask({ task, totalSteps: steps.length, successSteps: countSuccess(steps) }, view);
}
