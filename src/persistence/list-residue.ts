/** Reads which tasks the table calls RUNNING, whoever runs them, in pages: by the index of the status, however many tasks there are. */

import { textOf } from './column-values.ts';
import type { Database } from './database.ts';
import type { IdPage } from './persistence.ts';

const PAGE_SIZE = 500;

export async function listResidue(
  { run, names: { task } }: Database,
  after: string | null,
  pageSize = PAGE_SIZE,
): Promise<IdPage> {
  const { table, columns: t } = task;
  const sql = `
select t.${t.id}::text as "position", ${textOf(task, 't', 'taskId')} as "taskId" from ${table} t
where t.${t.status} = 'RUNNING'${after === null ? '' : ` and t.${t.id} > $2`} order by t.${t.id} limit $1`;
  const rows = await run<{ position: string; taskId: string }>(sql, [pageSize, ...(after === null ? [] : [after])]);
  const last = rows.length < pageSize ? undefined : rows.at(-1);
  return { taskIds: rows.map(({ taskId }) => taskId), next: last?.position ?? null };
}
