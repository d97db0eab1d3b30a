/** The row of a task with the counts of its steps, as the statements of this room read it. */

import { HELD_TABLE, holderOf } from './claims/claim-locks.ts';
import { textOf } from './column-values.ts';
import type { TaskSummary } from './persistence.ts';
import type { TableNames } from './table-names.ts';
import { taskColumns, type TaskRow, toTask } from './task-row.ts';

/** As a statement gives it. */
export interface SummaryRow extends TaskRow {
  /** The order of creation. */
  readonly position: string;
  readonly totalSteps: number;
  readonly successSteps: number;
}

/** As a statement of a page gives it. */
export interface ListedRow extends SummaryRow {
  /** The application name of the instance that holds it; null where none does, and where it was not asked. */
  readonly owner: string | null;
}

/** A statement of all tasks, called `t`, to which a condition can be added; only of those that it gives steps are counted. */
export function summaryStatement(names: TableNames): string {
  const { table, columns: t } = names.task;
  return `select t.${t.id}::text as "position", ${taskColumns(names)}, counted.* from ${table} t ${counted(names)}`;
}

/** The same of the rows of a page, newest first. @param looksAtHeld whether the page asks what is `held` */
export function listStatement(names: TableNames, page: string, looksAtHeld: boolean): string {
  const { columns: t } = names.task;
  const owner = looksAtHeld ? holderOf(names.space, textOf(names.task, 't', 'taskId')) : 'null::text';
  return `
${looksAtHeld ? `with ${HELD_TABLE}` : ''}
select t.${t.id}::text as "position", ${taskColumns(names)}, ${owner} as "owner", counted.*
from (${page}) t ${counted(names)} order by t.${t.id} desc`;
}

function counted({ task: { columns: t }, step: { table: steps, columns: s } }: TableNames): string {
  return `cross join lateral (
  select count(*)::int as "totalSteps", (count(*) filter (where s.${s.status} = 'SUCCESS'))::int as "successSteps"
  from ${steps} s where s.${s.taskId} = t.${t.taskId}
) counted`;
}

export function toSummary(row: SummaryRow): TaskSummary {
  return { task: toTask(row), totalSteps: row.totalSteps, successSteps: row.successSteps };
}
