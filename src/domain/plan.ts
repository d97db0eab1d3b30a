/** What an execute would do now, step by step, and why: the choices of a run, made without one. */

import { findRowsRefusal } from './check-rows.ts';
import { isRunning, isSkipped, nextStep } from './choices.ts';
import type { Refusal } from './refusal.ts';
import type { Step, StoredRows, TaskRows } from './rows.ts';

export interface Plan {
  /** Whether an execute would start a run. */
  readonly canExecute: boolean;
  /** In words: why it would not; null where it would. */
  readonly reason: string | null;
  /** In the order of their numbers; none where an execute would not look at them. */
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep {
  readonly stepNo: number;
  readonly action: PlannedAction;
  /** In words. */
  readonly why: string;
}

/** `reset-and-run`: what is left of an interrupted attempt is ended and the step set to FAILED, before it is run again. */
export type PlannedAction = 'skip' | 'reset-and-run' | 'run';

/** @param obstacle why an execute would start nothing, whatever the rows say; null where nothing is in its way */
export function planRun(rows: StoredRows, obstacle: Refusal | null): Plan {
  const refusal = obstacle ?? findRowsRefusal(rows);
  if (refusal) return { canExecute: false, reason: refusal.message, steps: [] };
  // A plan is of rows that a run would take.
  const checked = rows as TaskRows;
  const steps = checked.steps.map(planStep);
  const isAllDone = nextStep(checked) === null;
  return { canExecute: !isAllDone, reason: isAllDone ? 'Every step is SUCCESS.' : null, steps };
}

function planStep(step: Step): PlannedStep {
  const action = actionOf(step);
  return { stepNo: step.stepNo, action, why: describe(step, action) };
}

function actionOf(step: Step): PlannedAction {
  if (isSkipped(step)) return 'skip';
  return isRunning(step) ? 'reset-and-run' : 'run';
}

function describe({ status }: Step, action: PlannedAction): string {
  switch (action) {
    case 'skip':
      return 'It is SUCCESS and is not run again.';
    case 'reset-and-run':
      return 'It is RUNNING, but nobody runs it: what is left of its interrupted attempt is ended, then it is run again.';
    case 'run':
      return status === 'PENDING' ? 'It was never run.' : 'It is FAILED and is run again.';
  }
}
