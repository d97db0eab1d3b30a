/** The row of a task with the counts of its steps, as the statements of this room read it. */

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

/** A statement of all tasks, called `t`, to which a condition can be added; only of those that it gives steps are counted. */
export function summaryStatement(names: TableNames): string {
  const { table: tasks, columns: t } = names.task;
  const { table: steps, columns: s } = names.step;
  return `
select t.${t.id}::text as "position", ${taskColumns(names)}, counted.*
from ${tasks} t cross join lateral (
  select count(*)::int as "totalSteps", (count(*) filter (where s.${s.status} = 'SUCCESS'))::int as "successSteps"
  from ${steps} s where s.${s.taskId} = t.${t.taskId}
) counted`;
}

export function toSummary(row: SummaryRow): TaskSummary {
  return { task: toTask(row), totalSteps: row.totalSteps, successSteps: row.successSteps };
}
