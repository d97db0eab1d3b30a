/** Reads which tasks the table calls RUNNING, whoever runs them, in pages: by the index of the status, however many tasks there are. */

import type { Database } from './database.ts';
import type { IdPage } from './persistence.ts';

const PAGE_SIZE = 500;

const FIRST = '0';

export async function listResidue(
  { run, names: { task } }: Database,
  after: string | null,
  pageSize = PAGE_SIZE,
): Promise<IdPage> {
  const { table, columns: t } = task;
  const sql = `
select ${t.id}::text as "position", ${t.taskId} as "taskId" from ${table}
where ${t.status} = 'RUNNING' and ${t.id} > $1 order by ${t.id} limit $2`;
  const rows = await run<{ position: string; taskId: string }>(sql, [after ?? FIRST, pageSize]);
  const last = rows.length < pageSize ? undefined : rows.at(-1);
  return { taskIds: rows.map(({ taskId }) => taskId), next: last?.position ?? null };
}
