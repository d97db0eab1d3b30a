/** Reads a page of tasks, newest first, with the counts of their steps, however many tasks there are. */

import { isHeld } from './claims/claim-locks.ts';
import { OWNER_PREFIX } from './claims/claim-session.ts';
import { canHold, type ColumnType } from './column-type.ts';
import { beginsWith, textOf } from './column-values.ts';
import type { Database, Run } from './database.ts';
import type { TaskPage, TaskQuery } from './persistence.ts';
import { type ListedRow, listStatement, toSummary } from './summary-row.ts';
import type { TableNames } from './table-names.ts';

/** Where a prefix is looked for first: most of the time so many of the newest tasks have enough that begin with it. */
const NEWEST = 2000;

/**
 * `after` is the id of the last task before; a text that cannot be an id is after everything.
 * @param isShared whether other instances may hold tasks, by locks in the database
 */
export async function listTasks({ run, names }: Database, query: TaskQuery, isShared = false): Promise<TaskPage> {
  const { status, limit, after, prefix, active } = query;
  const { types } = names.task;
  if (!canBe(after, types.id) || !canBe(status, types.status) || prefix?.includes('\0')) return EMPTY;
  // One more tells whether there is a next page.
  const found = await find(run, names, { ...query, limit: limit + 1 }, isShared && active !== null);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { items: page.map(toSummary), next: last?.position ?? null, owners: active === null ? null : ownersIn(page) };
}

function ownersIn(page: readonly ListedRow[]): ReadonlyMap<string, string> {
  // Whoever has claimed a task that is not RUNNING has only just begun, or is about to end.
  const running = page.filter(({ taskStatus }) => taskStatus === 'RUNNING');
  const held = running.flatMap(({ taskId, owner }) => (owner === null ? [] : [[taskId, owner] as const]));
  return new Map(held.map(([taskId, owner]) => [taskId, owner.replace(OWNER_PREFIX, '')]));
}

const EMPTY: TaskPage = { items: [], next: null, owners: null };

function canBe(text: string | null, type: ColumnType): boolean {
  return text === null || canHold(type, text);
}

/**
 * No index has the tasks that begin with something in the order of their ids. Of a common prefix the newest tasks have
 * enough; of any other the index of prefixes finds all there are, which are then sorted.
 */
async function find(
  run: Run,
  names: TableNames,
  query: TaskQuery,
  looksAtHeld: boolean,
): Promise<readonly ListedRow[]> {
  const { pages, parameters } = writePages(names, query, looksAtHeld);
  const read = (page: string) => run<ListedRow>(listStatement(names, page, looksAtHeld), parameters);
  if (query.prefix === null) return read(pages.all);
  const among = await read(pages.amongNewest);
  return among.length === query.limit ? among : read(pages.byPrefix);
}

function writePages(names: TableNames, query: TaskQuery, looksAtHeld: boolean) {
  const { task } = names;
  const { table, columns: t } = task;
  const parameters: unknown[] = [];
  const add = (value: unknown) => `$${parameters.push(value)}`;
  const { status, after, active, prefix, limit } = query;
  const conditions = [
    ...(status === null ? [] : [`t.${t.status} = ${add(status)}`]),
    ...(after === null ? [] : [`t.${t.id} < ${add(after)}`]),
    ...(active === null ? [] : [isActive(names, active.wanted, isTaken(names, add(active.here), looksAtHeld))]),
  ];
  const where = (...more: readonly string[]) => {
    const all = [...conditions, ...more];
    return all.length === 0 ? '' : `where ${all.join(' and ')}`;
  };
  const pattern = prefix === null ? '' : add(patternOf(prefix));
  const begins = (['taskId', 'name'] as const).map((column) => beginsWith(task, 't', column, pattern));
  const newestFirst = `order by t.${t.id} desc limit`;
  const first = `${newestFirst} ${add(limit)}`;
  // By themselves: together, and in their order, they would be looked for among all tasks.
  const matching = begins.map((condition) => `select t.${t.id} from ${table} t ${where(condition)}`);
  const pages = {
    all: `select * from ${table} t ${where()} ${first}`,
    amongNewest: `
select * from (select * from ${table} t ${where()} ${newestFirst} ${NEWEST}) t
where ${begins.join(' or ')} ${first}`,
    byPrefix: `
with matching as materialized (${matching.join(' union ')}), page as (select t.${t.id} from matching t ${first})
select t.* from page join ${table} t using (${t.id})`,
  };
  return { pages, parameters };
}

/** Only what is RUNNING is run by anybody. */
function isActive({ task: { columns: t } }: TableNames, wanted: boolean, taken: string): string {
  if (wanted) return `t.${t.status} = 'RUNNING' and ${taken}`;
  return `(t.${t.status} is distinct from 'RUNNING' or not ${taken})`;
}

/** @param here the parameter with the ids of the tasks that run here */
function isTaken({ task, space }: TableNames, here: string, looksAtHeld: boolean): string {
  const taskId = textOf(task, 't', 'taskId');
  const isHere = `${taskId} = any(${here}::text[])`;
  return looksAtHeld ? `(${isHere} or ${isHeld(space, taskId)})` : isHere;
}

function patternOf(prefix: string): string {
  return `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
