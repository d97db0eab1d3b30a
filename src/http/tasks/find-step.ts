/** The step of a number. */

import { Refusal } from '../../domain/refusal.ts';
import type { Step, StoredRows } from '../../domain/rows.ts';

/** Throws a Refusal `step-not-found`. */
export function findStep({ task, steps }: StoredRows, stepNo: number): Step<string | null> {
  const step = steps.find((candidate) => candidate.stepNo === stepNo);
  if (step) return step;
  throw new Refusal('step-not-found', `The task has no step ${stepNo}.`, { taskId: task.taskId });
}
