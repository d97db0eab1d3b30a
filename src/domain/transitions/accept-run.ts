/** A run is accepted: the task becomes RUNNING. Its first start is kept, what the last run left is cleared. */

import type { TaskRows } from '../rows.ts';
import type { Unit } from '../unit.ts';

export function acceptRun({ task }: TaskRows, at: string): Unit {
  const to = { status: 'RUNNING', message: null, startedAt: task.startedAt ?? at, finishedAt: null } as const;
  return { taskId: task.taskId, at, steps: [], task: { from: task.status, to } };
}
