/** Reads which tasks look old enough to be deleted, in pages that are bounded whatever is found in them. */

import type { Pruning } from '../domain/prunable.ts';
import type { Database } from './database.ts';
import type { IdPage } from './persistence.ts';

const PAGE_SIZE = 1000;

const FIRST = '0';

/** By the order of creation. A page may be empty and not the last. */
export async function listPrunable(
  { run, names: { task } }: Database,
  { statuses, before }: Pruning,
  after: string | null,
  pageSize = PAGE_SIZE,
): Promise<IdPage> {
  const { table, columns: t } = task;
  const sql = `
select ${t.id}::text as "position", ${t.taskId} as "taskId",
  coalesce(${t.finishedAt}, ${t.updatedAt}, ${t.createdAt}) < $3 as "isOld"
from ${table} where ${t.id} > $1 and ${t.status} = any($2::text[]) order by ${t.id} limit $4`;
  const rows = await run<Row>(sql, [after ?? FIRST, statuses, before, pageSize]);
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
  const { table, columns: t } = task;
  const sql = `
select ${t.id}::text as "position", ${t.taskId} as "taskId" from ${table} where ${t.id} > $1 order by ${t.id} limit $2`;
  const rows = await run<Row>(sql, [after ?? FIRST, pageSize]);
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
