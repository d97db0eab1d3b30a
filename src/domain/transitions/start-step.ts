/** A step becomes RUNNING with the token of a new attempt; what its last attempt left in the row is cleared. */

import { newLogPath, type RunOrigin } from '../new-log-path.ts';
import type { Step, TaskRows } from '../rows.ts';
import type { StepChange, Unit } from '../unit.ts';

/** The first step of a run: it stands only while the task is still RUNNING. */
export function startStep({ task }: TaskRows, step: Step, origin: RunOrigin, at: string): Unit {
  const { taskId, message, startedAt, finishedAt } = task;
  const to = { status: 'RUNNING', message, startedAt, finishedAt } as const;
  return { taskId, at, steps: [startingStep(taskId, step, origin, at)], task: { from: 'RUNNING', to } };
}

/** The change of the step's own row, also part of the unit that ends the step before it. */
export function startingStep(taskId: string, step: Step, origin: RunOrigin, at: string): StepChange {
  const { status, logPath } = step;
  const cleared = { message: null, exitCode: null, finishedAt: null };
  const to = { ...cleared, status: 'RUNNING', logPath: newLogPath(taskId, step, origin), startedAt: at } as const;
  return { stepNo: step.stepNo, from: { status, logPath }, to };
}
