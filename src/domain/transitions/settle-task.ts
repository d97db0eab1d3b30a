/** All steps are SUCCESS but the task's row says otherwise: it becomes SUCCESS, and nothing runs. */

import { endTime } from '../end-time.ts';
import type { TaskRows } from '../rows.ts';
import type { Unit } from '../unit.ts';

export function settleTask({ task }: TaskRows, at: string): Unit {
  const to = { status: 'SUCCESS', message: null, startedAt: task.startedAt, finishedAt: endTime(task, at) } as const;
  return { taskId: task.taskId, at, steps: [], task: { from: task.status, to } };
}
