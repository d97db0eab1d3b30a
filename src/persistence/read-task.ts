/** Reads a task with its steps by one statement, so that both are of one moment. */

import type { Step, StoredRows, Task } from '../domain/rows.ts';
import { type Database, runStatement } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { TableNames } from './table-names.ts';

export async function readTask({ orm, names }: Database, taskId: string): Promise<StoredRows | null> {
  // No text with NUL is in any column, but as a parameter it is an error.
  if (taskId.includes('\0')) return null;
  const rows = await runStatement<Row>(orm.em, statement(names), [taskId]);
  const [first] = rows;
  if (!first) return null;
  return { task: toTask(first), steps: rows.flatMap((row) => toStep(row) ?? []) };
}

/** A task without steps is one row whose step is all null. Entities for 10,000 steps would cost 300 ms. */
function statement({ task: { table: tasks, columns: t }, step: { table: steps, columns: s } }: TableNames): string {
  return `
select t.${t.taskId} as "taskId", t.${t.name} as "taskName", t.${t.status} as "taskStatus", t.${t.message} as "taskMessage",
  t.${t.createdAt} as "taskCreatedAt", t.${t.updatedAt} as "taskUpdatedAt", t.${t.startedAt} as "taskStartedAt",
  t.${t.finishedAt} as "taskFinishedAt", s.${s.stepNo} as "stepNo", s.${s.name} as "name", s.${s.script} as "script",
  s.${s.status} as "status", s.${s.message} as "message", s.${s.logPath} as "logPath", s.${s.exitCode} as "exitCode",
  s.${s.startedAt} as "startedAt", s.${s.finishedAt} as "finishedAt"
from ${tasks} t left join ${steps} s on s.${s.taskId} = t.${t.taskId}
where t.${t.taskId} = $1
order by s.${s.stepNo}, s.${s.id}`;
}

/** As the statement gives it; times are text. */
interface Row extends Omit<Step<string | null>, 'stepNo'> {
  readonly stepNo: number | null;
  readonly taskId: string;
  readonly taskName: string;
  readonly taskStatus: string | null;
  readonly taskMessage: string | null;
  readonly taskCreatedAt: string | null;
  readonly taskUpdatedAt: string | null;
  readonly taskStartedAt: string | null;
  readonly taskFinishedAt: string | null;
}

function toTask(row: Row): Task<string | null> {
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

function toStep(row: Row): Step<string | null> | null {
  const { stepNo, name, script, status, message, logPath, exitCode } = row;
  if (stepNo === null) return null;
  const times = { startedAt: isoTime(row.startedAt), finishedAt: isoTime(row.finishedAt) };
  return { stepNo, name, script, status, message, logPath, exitCode, ...times };
}
