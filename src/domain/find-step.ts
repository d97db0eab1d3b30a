/** The step of a number. */

import { Refusal } from './refusal.ts';
import type { Step, TaskRows } from './rows.ts';

/** Throws a Refusal `step-not-found`. */
export function findStep<S extends string | null>({ task, steps }: TaskRows<S>, stepNo: number): Step<S> {
  const step = steps.find((candidate) => candidate.stepNo === stepNo);
  if (step) return step;
  throw stepNotFound(task.taskId, stepNo);
}

export function stepNotFound(taskId: string, stepNo: number): Refusal {
  return new Refusal('step-not-found', `The task has no step ${stepNo}.`, { taskId });
}
