/** The seed's InitTaskExecuteResponse: what a caller of execute and cancel is told about a task. */

import type { StoredRows } from './rows.ts';

export interface TaskSnapshot {
  readonly taskId: string;
  readonly status: string | null;
  readonly totalSteps: number;
  readonly successSteps: number;
}

export function snapshotOf({ task, steps }: StoredRows): TaskSnapshot {
  return { taskId: task.taskId, status: task.status, totalSteps: steps.length, successSteps: countSuccess(steps) };
}

/** How many steps are SUCCESS. */
export function countSuccess(steps: StoredRows['steps']): number {
  return steps.filter((step) => step.status === 'SUCCESS').length;
}
