/** Whether the tables are such that the service can work with them; everything that is missing is said at once. */

import type { MikroORM } from '@mikro-orm/postgresql';

import { formatLogPath } from '../domain/log-path.ts';
import { STATUSES } from '../domain/status.ts';
import type { MessageLengths } from './clean-message.ts';
import { findTable, type FoundTable } from './found-table.ts';
import type { TableName, TableNames } from './table-names.ts';
import { UnusableDatabaseError } from './unusable-database.ts';

/** The lengths of the message columns, or an UnusableDatabaseError that lists what is missing. */
export async function checkTables(orm: MikroORM, { task, step }: TableNames): Promise<MessageLengths> {
  const foundTask = await findTable(orm.em, task.table);
  const foundStep = await findTable(orm.em, step.table);
  const faults = [
    ...faultsOf(task, foundTask, { status: LONGEST_STATUS }),
    ...faultsOf(step, foundStep, { status: LONGEST_STATUS, logPath: longestLogPath() }),
  ];
  if (faults.length > 0) throw new UnusableDatabaseError(describe(orm, faults, [foundTask, foundStep]));
  return { task: lengthOf(foundTask, task.columns.message), step: lengthOf(foundStep, step.columns.message) };
}

const LONGEST_STATUS = Math.max(...STATUSES.map((status) => status.length));

function longestLogPath(): number {
  const facts = { attempt: 999_999_999, place: '0'.repeat(8), random: '0'.repeat(16) };
  return formatLogPath('x'.repeat(200), 2_147_483_647, facts).length;
}

function faultsOf(
  { table, columns }: TableName<string>,
  found: FoundTable,
  least: Readonly<Record<string, number>>,
): string[] {
  if (!found.exists) return [`table ${plain(table)} is missing`];
  const absent = Object.values(columns).filter((column) => !found.columns.has(plain(column)));
  const short = Object.entries(least).flatMap(([key, length]) => {
    const column = columns[key] ?? key;
    const has = lengthOf(found, column);
    return has !== null && has < length ? [{ column, has, length }] : [];
  });
  return [
    ...absent.map((column) => `column ${plain(table)}.${plain(column)} is missing`),
    ...short.map(
      ({ column, has, length }) =>
        `column ${plain(table)}.${plain(column)} holds ${has} characters, ${length} are needed`,
    ),
    ...found.missingPrivileges.map((privilege) => `privilege ${privilege} on ${plain(table)} is missing`),
    ...found.closedSequences.map((sequence) => `privilege USAGE on sequence ${sequence} is missing`),
  ];
}

function lengthOf(found: FoundTable, column: string): number | null {
  return found.columns.get(plain(column)) ?? null;
}

function describe(orm: MikroORM, faults: readonly string[], tables: readonly FoundTable[]): string {
  const database = orm.config.get('dbName');
  const list = `Database "${database}" cannot be used: ${faults.join('; ')}.`;
  if (tables.some(({ exists }) => exists)) return list;
  return `${list} If it is the right one, create the tables by "npm run create-tables" or start with CREATE_TABLES=auto.`;
}

/** A name without the quotes it has in SQL. */
function plain(name: string): string {
  return name.replaceAll(/^"|"$/g, '').replaceAll('""', '"');
}
