/** What can be done with a step by hand, and what that makes of its task. */

import type { Step, Task } from '../api/answers.ts';
import { isInterrupted } from './plan.ts';

export interface StepOfTask {
  readonly task: Task;
  readonly steps: readonly Step[];
  readonly step: Step;
}

export interface StepPowers {
  /** What is SUCCESS has done its work. */
  readonly canMend: boolean;
  readonly canSettle: boolean;
  /** A run begins at a step only where every one before it is SUCCESS. */
  readonly canRunFrom: boolean;
}

export function powersOver({ active }: Task, steps: readonly Step[], { stepNo, status }: Step): StepPowers {
  const isBehindSuccess = steps.every((other) => other.stepNo >= stepNo || other.status === 'SUCCESS');
  return { canMend: !active && status !== 'SUCCESS', canSettle: !active, canRunFrom: !active && isBehindSuccess };
}

export type Settled = 'SUCCESS' | 'FAILED';

/** The status of the task once a step is settled. */
export function statusOnceSettled(
  task: Task,
  steps: readonly Step[],
  { stepNo }: Step,
  settled: Settled,
): string | null {
  const isAllDone = steps.every((other) => (other.stepNo === stepNo ? settled : other.status) === 'SUCCESS');
  if (isAllDone) return 'SUCCESS';
  return task.status === 'SUCCESS' || isInterrupted(task) ? 'FAILED' : task.status;
}

/** How many steps a run that begins at one sets back, and how many it passes over. */
export function countFrom(
  steps: readonly Step[],
  { stepNo }: Step,
): { readonly again: number; readonly before: number } {
  const again = steps.filter((other) => other.stepNo >= stepNo && other.status === 'SUCCESS').length;
  return { again, before: steps.filter((other) => other.stepNo < stepNo).length };
}
