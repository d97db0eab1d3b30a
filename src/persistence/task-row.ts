/** The row of a task as the statements of this room read it. */

import type { Task } from '../domain/rows.ts';
import { textOf, timeOf } from './column-values.ts';
import type { TaskColumn } from './columns.ts';
import { isoTime } from './iso-time.ts';
import type { TableNames } from './table-names.ts';

/** As a statement gives it; times are text. */
export interface TaskRow {
  readonly taskId: string;
  readonly taskName: string;
  readonly taskStatus: string | null;
  readonly taskMessage: string | null;
  readonly taskCreatedAt: string | null;
  readonly taskUpdatedAt: string | null;
  readonly taskStartedAt: string | null;
  readonly taskFinishedAt: string | null;
}

/** What to select of a table of tasks that is called `t`. */
export function taskColumns({ task }: TableNames): string {
  const text = (column: TaskColumn) => textOf(task, 't', column);
  const time = (column: TaskColumn) => timeOf(task, 't', column);
  return `${text('taskId')} as "taskId", coalesce(${text('name')}, '') as "taskName", ${text('status')} as "taskStatus",
  ${text('message')} as "taskMessage", ${time('createdAt')} as "taskCreatedAt", ${time('updatedAt')} as "taskUpdatedAt",
  ${time('startedAt')} as "taskStartedAt", ${time('finishedAt')} as "taskFinishedAt"`;
}

export function toTask(row: TaskRow): Task<string | null> {
  return {
    taskId: row.taskId,
    name: row.taskName,
    status: row.taskStatus,
    message: row.taskMessage,
    createdAt: isoTime(row.taskCreatedAt),
    updatedAt: isoTime(row.taskUpdatedAt),
    startedAt: isoTime(row.taskStartedAt),
    finishedAt: isoTime(row.taskFinishedAt),
  };
}
