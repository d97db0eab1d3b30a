/** Reads a page of tasks, newest first, with the counts of their steps, by one statement. */

import type { Database } from './database.ts';
import type { TaskPage, TaskQuery } from './persistence.ts';
import { type SummaryRow, summaryStatement, toSummary } from './summary-row.ts';

const LARGEST_ID = 2n ** 63n - 1n;

/** `after` is the id of the last task before; a text that cannot be an id is after everything. */
export async function listTasks({ run, names }: Database, { status, limit, after }: TaskQuery): Promise<TaskPage> {
  if (!isPosition(after) || status?.includes('\0')) return { items: [], next: null };
  const { columns: t } = names.task;
  const sql = `${summaryStatement(names)}
where ($1::text is null or t.${t.status} = $1) and ($2::bigint is null or t.${t.id} < $2)
order by t.${t.id} desc limit $3`;
  // One more tells whether there is a next page.
  const found = await run<SummaryRow>(sql, [status, after, limit + 1]);
  const page = found.slice(0, limit);
  return { items: page.map(toSummary), next: found.length > limit ? (page.at(-1)?.position ?? null) : null };
}

function isPosition(after: string | null): boolean {
  return after === null || (/^\d{1,19}$/.test(after) && BigInt(after) <= LARGEST_ID);
}
