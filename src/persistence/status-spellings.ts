/** Whether statuses are spelled in an adopted table as the service spells them. */

import type { MikroORM } from '@mikro-orm/postgresql';

import { STATUSES } from '../domain/status.ts';
import type { ColumnType } from './column-type.ts';
import { runStatement } from './database.ts';
import { plainName } from './plain-name.ts';
import type { TableNames } from './table-names.ts';

/** So many rows tell how a table is spelled; all of them would take too long to read at every start. */
const SAMPLE = 1000;

const MOST_TOLD = 5;

interface StatusColumn {
  readonly table: string;
  readonly columns: { readonly id: string | null; readonly status: string };
  readonly types: { readonly status: ColumnType };
}

/** Each is a sentence without its stop. */
export async function faultsOfStatuses(orm: MikroORM, { task, step }: TableNames): Promise<string[]> {
  const faults: string[] = [];
  for (const table of [task, step]) {
    faults.push(...spellingFault(table, await statusesIn(orm, table)), ...(await constraintFaults(orm, table)));
  }
  return faults;
}

async function statusesIn(orm: MikroORM, { table, columns }: StatusColumn): Promise<readonly string[]> {
  const newest = columns.id === null ? '' : `order by ${columns.id} desc`;
  const sql = `select distinct status from
    (select ${columns.status}::text as status from ${table} ${newest} limit ${SAMPLE}) t where status is not null order by 1`;
  const rows = await runStatement<{ status: string }>(orm.em, sql);
  return rows.map(({ status }) => status);
}

/** What cannot be taken for one of ours is shown as it is, and its rows are refused one by one. */
function spellingFault(table: StatusColumn, statuses: readonly string[]): string[] {
  const odd = statuses.filter(isOtherSpelling);
  if (odd.length === 0) return [];
  const told = odd.slice(0, MOST_TOLD).map((status) => JSON.stringify(status));
  return [
    `${label(table)} holds ${told.join(', ')}, but the service reads and writes ${STATUSES.join(', ')} only: ` +
      'its rows, and the programs that write them, have to spell it so',
  ];
}

function isOtherSpelling(status: string): boolean {
  const word = status.trim().toUpperCase();
  return /^[0-9]+$/.test(word) || STATUSES.some((known) => word === known && status !== known);
}

/** Constraints on the status alone, tried with each status; nothing is written for that. */
async function constraintFaults(orm: MikroORM, table: StatusColumn): Promise<string[]> {
  const { columns, types } = table;
  const parameters = [table.table, plainName(columns.status)];
  const constraints = await runStatement<{ name: string; condition: string }>(orm.em, CONSTRAINTS, parameters);
  const faults: string[] = [];
  for (const { name, condition } of constraints) {
    const tried = `select s as tried_status, s::${types.status.sql} as ${columns.status} from unnest($1::text[]) s`;
    const sql = `select tried_status as status from (${tried}) t where not (${condition})`;
    const refused = await runStatement<{ status: string }>(orm.em, sql, [STATUSES]);
    if (refused.length === 0) continue;
    faults.push(`${label(table)} does not take ${refused.map(({ status }) => status).join(', ')} (constraint ${name})`);
  }
  return faults;
}

const CONSTRAINTS = `
select c.conname::text as "name", pg_get_expr(c.conbin, c.conrelid) as "condition"
from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
where c.conrelid = to_regclass($1) and c.contype = 'c' and a.attname = $2 order by 1`;

function label({ table, columns }: StatusColumn): string {
  return `column ${plainName(table)}.${plainName(columns.status)}`;
}
