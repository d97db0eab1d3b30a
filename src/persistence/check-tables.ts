/** Whether the tables are such that the service can work with them; everything that is missing is said at once. */

import type { MikroORM } from '@mikro-orm/postgresql';

import type { MessageLengths } from './clean-message.ts';
import type { ColumnKind, ColumnType } from './column-type.ts';
import { faultsOfColumn, STEP_NEEDS, TASK_NEEDS } from './column-needs.ts';
import { findTable, type FoundTable } from './found-table.ts';
import { plainName } from './plain-name.ts';
import { faultsOfStatuses } from './status-spellings.ts';
import type { AnyTable, TableNames } from './table-names.ts';
import { UnusableDatabaseError } from './unusable-database.ts';

export interface CheckedTables {
  /** With what was found. */
  readonly names: TableNames;
  readonly lengths: MessageLengths;
}

/** Throws an UnusableDatabaseError that lists what is missing. */
export async function checkTables(orm: MikroORM, names: TableNames): Promise<CheckedTables> {
  const found = await findTables(orm, names);
  const faults = faultsOfTables(names, found);
  const checked = typed(names, found);
  // Tables of our own may hold what somebody put there since: it is shown as it is.
  if (faults.length === 0 && names.isMapped) faults.push(...(await faultsOfStatuses(orm, checked)));
  if (faults.length > 0) throw new UnusableDatabaseError(describe(orm, names, faults, found));
  const { task, step } = checked;
  const lengths = { task: task.types.message.length, step: step.types.message.length };
  return { names: checked, lengths };
}

export interface FoundTables {
  readonly task: FoundTable;
  readonly step: FoundTable;
}

export async function findTables({ em }: MikroORM, { task, step }: TableNames): Promise<FoundTables> {
  return { task: await findTable(em, task.table), step: await findTable(em, step.table) };
}

/** Each is a sentence without its stop. */
export function faultsOfTables(names: TableNames, found: FoundTables): string[] {
  const { task, step } = names;
  return [
    ...faultsOf(task, found.task, { needs: TASK_NEEDS, unique: [['id'], ['taskId']] }),
    ...faultsOf(step, found.step, {
      needs: STEP_NEEDS,
      unique: [step.columns.id === null ? ['taskId', 'stepNo'] : ['id']],
    }),
    ...faultOfReference(names, found),
  ];
}

interface Wanted<Column extends string> {
  readonly needs: Readonly<Record<Column, Parameters<typeof faultsOfColumn>[0]>>;
  /** Columns that together must be different in every row. */
  readonly unique: readonly (readonly Column[])[];
}

function faultsOf<Column extends string>(name: AnyTable<Column>, found: FoundTable, wanted: Wanted<Column>) {
  const table = plainName(name.table);
  if (found.isShut) return [`privilege USAGE on the schema of ${table} is missing`];
  if (!found.exists) return [`table ${table} is missing`];
  if (found.isView) return [`${table} is no table; name the table itself`];
  const { absent, there } = lookUp(name, found, Object.keys(wanted.needs) as Column[]);
  return [
    ...absent.map((label) => `column ${label} is missing`),
    ...there.flatMap(({ label, column, is }) =>
      faultsOfColumn(wanted.needs[column], is).map((fault) => `column ${label} ${fault}`),
    ),
    ...wanted.unique.flatMap((unique) => faultOfUnique(name, found, unique)),
    ...found.missingPrivileges.map((privilege) => `privilege ${privilege} on ${table} is missing`),
    ...found.closedSequences.map((sequence) => `privilege USAGE on sequence ${sequence} is missing`),
  ];
}

function lookUp<Column extends string>(
  { table, columns }: AnyTable<Column>,
  found: FoundTable,
  wanted: readonly Column[],
) {
  const named = wanted.flatMap((column) => {
    const name = columns[column];
    if (name === null) return [];
    return [{ column, label: `${plainName(table)}.${plainName(name)}`, is: found.columns.get(plainName(name)) }];
  });
  return {
    absent: named.flatMap(({ label, is }) => (is ? [] : [label])),
    there: named.flatMap(({ is, ...column }) => (is ? [{ ...column, is }] : [])),
  };
}

/** Two rows with one key would change together, or two runs have one row. */
function faultOfUnique<Column extends string>(
  { table, columns }: AnyTable<Column>,
  found: FoundTable,
  unique: readonly Column[],
): string[] {
  const names = unique.map((column) => plainName(columns[column] ?? ''));
  if (names.some((name) => !found.columns.has(name))) return [];
  const isCovered = found.indexes.some(
    (index) => index.isUnique && index.columns.every((column) => column !== null && names.includes(column)),
  );
  return isCovered ? [] : [`a unique index on ${plainName(table)} (${names.join(', ')}) is missing`];
}

/** An id of one kind cannot be compared with one of another. */
function faultOfReference({ task, step }: TableNames, found: FoundTables): string[] {
  const [one, other] = [
    found.task.columns.get(plainName(task.columns.taskId)),
    found.step.columns.get(plainName(step.columns.taskId)),
  ];
  if (!one || !other || family(one.kind) === family(other.kind)) return [];
  const [ofTask, ofStep] = [task, step].map(({ table, columns }) => `${plainName(table)}.${plainName(columns.taskId)}`);
  return [`column ${ofStep} is ${other.typeName} and ${ofTask} is ${one.typeName}; they have to be of one kind`];
}

function family(kind: ColumnKind): ColumnKind {
  return kind === 'padded' ? 'text' : kind;
}

/** The names with what was found. */
export function typed({ task, step, ...names }: TableNames, found: FoundTables): TableNames {
  return {
    ...names,
    space: spaceOf(found.task),
    task: { ...task, types: typesOf(task, found.task) },
    step: { ...step, types: typesOf(step, found.step) },
  };
}

function typesOf<Column extends string>({ columns, types }: AnyTable<Column>, found: FoundTable) {
  const entries = (Object.keys(types) as Column[]).map((column) => {
    const name = columns[column];
    return [column, (name === null ? undefined : found.columns.get(plainName(name))) ?? types[column]] as const;
  });
  return Object.fromEntries(entries) as Record<Column, ColumnType>;
}

/** A slash is in no id of a task, so that none of theirs begins like this. */
function spaceOf({ schema, name }: FoundTable): string {
  return schema === 'public' && name === 'tms_init_task' ? '' : `${schema}/${name}/`;
}

function describe(orm: MikroORM, { isMapped }: TableNames, faults: readonly string[], found: FoundTables): string {
  const database = orm.config.get('dbName');
  const list = `Database "${database}" cannot be used: ${faults.join('; ')}.`;
  if (isMapped) return `${list} The tables are named by TABLE_MAPPING; "npm run doctor" shows what there is.`;
  if (found.task.exists || found.step.exists) return list;
  return `${list} If it is the right one, create the tables by "npm run create-tables" or start with CREATE_TABLES=auto; where they have other names, ask "npm run doctor".`;
}
