/** The pure choices of a run: what is residue, what comes next. */

import type { Step, StoredRows, TaskRows } from './rows.ts';

/** Steps that are RUNNING: before a run begins, what a dead process left behind. */
export function runningSteps({ steps }: TaskRows): readonly Step[] {
  return steps.filter((step) => step.status === 'RUNNING');
}

/** The one of them that a run is at. */
export function runningStep({ steps }: TaskRows): Step | undefined {
  return steps.find((step) => step.status === 'RUNNING');
}

/** Whether somebody runs the task or died while running it; which of both, only registry and claim can tell. */
export function isRunningOrResidue({ task, steps }: StoredRows): boolean {
  return task.status === 'RUNNING' || steps.some(({ status }) => status === 'RUNNING');
}

/** The first step that is not SUCCESS, where a run resumes; null when all are. */
export function nextStep({ steps }: TaskRows): Step | null {
  return steps.find((step) => step.status !== 'SUCCESS') ?? null;
}
