/** Reads a task with its steps by one statement, so that both are of one moment. */

import type { Step, StoredRows } from '../domain/rows.ts';
import { type Database, runStatement } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { TableNames } from './table-names.ts';
import { taskColumns, type TaskRow, toTask } from './task-row.ts';

/** Which steps of a task are read: all, unless it is said. */
export interface StepChoice {
  /** Not more than the first ones. */
  readonly most?: number;
  /** Only the one of this number. */
  readonly stepNo?: number;
}

export async function readTask(
  { orm, names }: Database,
  taskId: string,
  { most, stepNo }: StepChoice = {},
): Promise<StoredRows | null> {
  // No text with NUL is in any column, but as a parameter it is an error.
  if (taskId.includes('\0')) return null;
  const rows = await runStatement<Row>(orm.em, statement(names), [taskId, most ?? null, stepNo ?? null]);
  const [first] = rows;
  if (!first) return null;
  return { task: toTask(first), steps: rows.flatMap((row) => toStep(row) ?? []) };
}

/** A task without steps is one row whose step is all null. Entities for 10,000 steps would cost 300 ms. */
function statement(names: TableNames): string {
  const { table: tasks, columns: t } = names.task;
  const { table: steps, columns: s } = names.step;
  const order = `s.${s.stepNo}, s.${s.id}`;
  return `
select ${taskColumns(names)}, s.${s.stepNo} as "stepNo", s.${s.name} as "name", s.${s.script} as "script",
  s.${s.status} as "status", s.${s.message} as "message", s.${s.logPath} as "logPath", s.${s.exitCode} as "exitCode",
  s.${s.startedAt} as "startedAt", s.${s.finishedAt} as "finishedAt"
from ${tasks} t left join lateral (
  select * from ${steps} s
  where s.${s.taskId} = t.${t.taskId} and ($3::int is null or s.${s.stepNo} = $3)
  order by ${order} limit $2::int
) s on true
where t.${t.taskId} = $1
order by ${order}`;
}
/** As the statement gives it; times are text. */
interface Row extends TaskRow, Omit<Step<string | null>, 'stepNo'> {
  readonly stepNo: number | null;
}

function toStep(row: Row): Step<string | null> | null {
  const { stepNo, name, script, status, message, logPath, exitCode } = row;
  if (stepNo === null) return null;
  const times = { startedAt: isoTime(row.startedAt), finishedAt: isoTime(row.finishedAt) };
  return { stepNo, name, script, status, message, logPath, exitCode, ...times };
}
