/** The task's part of a unit that ends its run. */

import { endTime } from '../end-time.ts';
import type { TaskRows } from '../rows.ts';
import type { TaskChange } from '../unit.ts';

export function finishTask(
  { task }: TaskRows,
  status: 'SUCCESS' | 'FAILED',
  message: string | null,
  at: string,
): TaskChange {
  return { from: 'RUNNING', to: { status, message, startedAt: task.startedAt, finishedAt: endTime(task, at) } };
}
