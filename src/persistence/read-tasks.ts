/** Reads the rows of some tasks without their steps, which may be many. */

import type { Task } from '../domain/rows.ts';
import { canHold } from './column-type.ts';
import { type Database, runStatement } from './database.ts';
import { taskColumns, type TaskRow, toTask } from './task-row.ts';
import type { TableNames } from './table-names.ts';

/** By their ids; one that is not there is missing. */
export async function readTasks(
  { orm, names }: Database,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, Task<string | null>>> {
  const possible = taskIds.filter((taskId) => canHold(names.task.types.taskId, taskId));
  if (possible.length === 0) return new Map();
  const rows = await runStatement<TaskRow>(orm.em, statement(names), [possible]);
  return new Map(rows.map((row) => [row.taskId, toTask(row)]));
}

function statement(names: TableNames): string {
  const { table, columns, types } = names.task;
  return `select ${taskColumns(names)} from ${table} t where t.${columns.taskId} = any($1::${types.taskId.sql}[])`;
}
