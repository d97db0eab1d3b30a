/** The pure choices of a run: what is residue, what is skipped, what comes next. A run and its plan make the same ones. */

import type { Step, StoredRows, TaskRows } from './rows.ts';

/** Steps that are RUNNING: before a run begins, what a dead process left behind. */
export function runningSteps({ steps }: TaskRows): readonly Step[] {
  return steps.filter(isRunning);
}

export function isRunning({ status }: Pick<Step<string | null>, 'status'>): boolean {
  return status === 'RUNNING';
}

/** Whether a run passes over it: what is SUCCESS is never run again. */
export function isSkipped({ status }: Pick<Step<string | null>, 'status'>): boolean {
  return status === 'SUCCESS';
}

/** The one of them that a run is at. */
export function runningStep({ steps }: TaskRows): Step | undefined {
  return steps.find((step) => step.status === 'RUNNING');
}

/** Whether somebody runs the task or died while running it; which of both, only registry and claim can tell. */
export function isRunningOrResidue({ task, steps }: StoredRows): boolean {
  return task.status === 'RUNNING' || steps.some(isRunning);
}

/** The first step that is not SUCCESS, where a run resumes; null when all are. */
export function nextStep({ steps }: TaskRows): Step | null {
  return steps.find((step) => !isSkipped(step)) ?? null;
}
