/** The row of a task as the statements of this room read it. */

import type { Task } from '../domain/rows.ts';
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
export function taskColumns({ task: { columns: t } }: TableNames): string {
  return `t.${t.taskId} as "taskId", t.${t.name} as "taskName", t.${t.status} as "taskStatus", t.${t.message} as "taskMessage",
  t.${t.createdAt} as "taskCreatedAt", t.${t.updatedAt} as "taskUpdatedAt", t.${t.startedAt} as "taskStartedAt",
  t.${t.finishedAt} as "taskFinishedAt"`;
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
