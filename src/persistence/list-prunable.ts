/** Reads which tasks look old enough to be deleted, in pages that are bounded whatever is found in them. */

import type { Pruning } from '../domain/prunable.ts';
import { textOf, timeOf } from './column-values.ts';
import type { Database } from './database.ts';
import type { IdPage } from './persistence.ts';

const PAGE_SIZE = 1000;

/** By the order of creation. A page may be empty and not the last. */
export async function listPrunable(
  { run, names: { task } }: Database,
  { statuses, before }: Pruning,
  after: string | null,
  pageSize = PAGE_SIZE,
): Promise<IdPage> {
  const { columns: t, types } = task;
  const times = (['finishedAt', 'updatedAt', 'createdAt'] as const).map((column) => timeOf(task, 't', column));
  const sql = `
select t.${t.id}::text as "position", ${textOf(task, 't', 'taskId')} as "taskId", coalesce(${times.join(', ')}) < $2 as "isOld"
from ${task.table} t
where t.${t.status} = any($1::${types.status.sql}[])${after === null ? '' : ` and t.${t.id} > $4`} order by t.${t.id} limit $3`;
  const rows = await run<Row>(sql, [statuses, before, pageSize, ...(after === null ? [] : [after])]);
  return pageOf(
    rows,
    rows.filter(({ isOld }) => isOld),
    pageSize,
  );
}

/** The ids of all tasks, in pages. */
export async function listTaskIds(
  { run, names: { task } }: Database,
  after: string | null,
  pageSize = PAGE_SIZE,
): Promise<IdPage> {
  const { columns: t } = task;
  const sql = `
select t.${t.id}::text as "position", ${textOf(task, 't', 'taskId')} as "taskId" from ${task.table} t
${after === null ? '' : `where t.${t.id} > $2`} order by t.${t.id} limit $1`;
  const rows = await run<Row>(sql, [pageSize, ...(after === null ? [] : [after])]);
  return pageOf(rows, rows, pageSize);
}

interface Row {
  readonly position: string;
  readonly taskId: string;
  readonly isOld?: boolean | null;
}

function pageOf(rows: readonly Row[], chosen: readonly Row[], pageSize: number): IdPage {
  const last = rows.length < pageSize ? undefined : rows.at(-1);
  return { taskIds: chosen.map(({ taskId }) => taskId), next: last?.position ?? null };
}
