/** Reads a page of tasks, newest first, with the counts of their steps, by one statement. */

import { canHold, type ColumnType } from './column-type.ts';
import type { Database } from './database.ts';
import type { TaskPage, TaskQuery } from './persistence.ts';
import { type SummaryRow, summaryStatement, toSummary } from './summary-row.ts';

/** `after` is the id of the last task before; a text that cannot be an id is after everything. */
export async function listTasks({ run, names }: Database, { status, limit, after }: TaskQuery): Promise<TaskPage> {
  const { columns: t, types } = names.task;
  if (!canBe(after, types.id) || !canBe(status, types.status)) return { items: [], next: null };
  const sql = `${summaryStatement(names)}
where ($1::${types.status.sql} is null or t.${t.status} = $1) and ($2::${types.id.sql} is null or t.${t.id} < $2)
order by t.${t.id} desc limit $3`;
  // One more tells whether there is a next page.
  const found = await run<SummaryRow>(sql, [status, after, limit + 1]);
  const page = found.slice(0, limit);
  return { items: page.map(toSummary), next: found.length > limit ? (page.at(-1)?.position ?? null) : null };
}

function canBe(text: string | null, type: ColumnType): boolean {
  return text === null || canHold(type, text);
}
