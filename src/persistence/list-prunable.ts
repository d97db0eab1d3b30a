/** Reads which tasks look old enough to be deleted, in pages that are bounded whatever is found in them. */

import type { Pruning } from '../domain/prunable.ts';
import { textOf, timeOf } from './column-values.ts';
import type { Database } from './database.ts';
import type { IdPage } from './persistence.ts';
import type { TableNames } from './table-names.ts';

const PAGE_SIZE = 1000;

/** By the order of creation. A page may be empty and not the last. */
export async function listPrunable(
  { run, names }: Database,
  { statuses, before }: Pruning,
  after: string | null,
  pageSize = PAGE_SIZE,
): Promise<IdPage> {
  const { task } = names;
  const times = (['finishedAt', 'updatedAt', 'createdAt'] as const).map((column) => timeOf(task, 't', column));
  const isOld = `coalesce(${times.join(', ')}) < $2::timestamptz`;
  const where = `t.${task.columns.status} = any($3::${task.types.status.sql}[])`;
  const sql = statement(names, { columns: `, ${isOld} as "isOld"`, where, after: after && '$4' });
  const rows = await run<Row>(sql, [pageSize, before, statuses, ...(after === null ? [] : [after])]);
  return pageOf(
    rows,
    rows.filter(({ isOld: old }) => old),
    pageSize,
  );
}

/** The ids of all tasks, in pages. */
export async function listTaskIds(
  { run, names }: Database,
  after: string | null,
  pageSize = PAGE_SIZE,
): Promise<IdPage> {
  const sql = statement(names, { columns: '', where: 'true', after: after && '$2' });
  const rows = await run<Row>(sql, [pageSize, ...(after === null ? [] : [after])]);
  return pageOf(rows, rows, pageSize);
}

interface Choice {
  /** More columns. */
  readonly columns: string;
  readonly where: string;
  /** The parameter with the id after which the page begins; null on the first one: ids of some types have no least. */
  readonly after: string | null;
}

function statement({ task }: TableNames, { columns, where, after }: Choice): string {
  const { table, columns: t } = task;
  const isLater = after === null ? '' : ` and t.${t.id} > ${after}`;
  return `
select t.${t.id}::text as "position", ${textOf(task, 't', 'taskId')} as "taskId"${columns} from ${table} t
where ${where}${isLater} order by t.${t.id} limit $1`;
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
