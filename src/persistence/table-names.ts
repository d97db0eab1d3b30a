/** Tables and columns by their names in the database, quoted for SQL, as MikroORM's metadata knows them. */

import type { MikroORM } from '@mikro-orm/postgresql';

import type { TableMapping } from '../config/mapping/table-mapping.ts';
import {
  type OptionalStepColumn,
  type OptionalTaskColumn,
  STEP_COLUMNS,
  type StepColumn,
  TASK_COLUMNS,
  type TaskColumn,
} from './columns.ts';
import type { ColumnType } from './column-type.ts';
import { STEP_ENTITY, TASK_ENTITY } from './entities.ts';
import { REFERENCE_TYPES } from './reference-types.ts';

export interface TableNames {
  readonly task: TableName<TaskColumn, OptionalTaskColumn>;
  readonly step: TableName<StepColumn, OptionalStepColumn>;
  /** Whether they are those of another program. */
  readonly isMapped: boolean;
  /** Tells tasks of these tables from those of others in the same database; empty for the tables that the service creates. */
  readonly space: string;
}

export interface TableName<Column extends string, Optional extends string = never> {
  /** With its schema, where it has one. */
  readonly table: string;
  /** null: an adopted table does not have this column. */
  readonly columns: { readonly [C in Column]: C extends Optional ? string | null : string };
  readonly types: Readonly<Record<Column, ColumnType>>;
  /** Of times in columns that do not say it. */
  readonly timeZone: string;
}

/** A table, whichever of its columns may be missing. */
export interface AnyTable<Column extends string> extends Pick<TableName<Column>, 'table' | 'types' | 'timeZone'> {
  readonly columns: Readonly<Record<Column, string | null>>;
}

/** Their types are those of the reference tables, until the database has been asked. */
export function tableNames(orm: MikroORM, mapping: TableMapping | null = null): TableNames {
  const timeZone = mapping?.timeZone ?? 'UTC';
  const { task, step } = REFERENCE_TYPES;
  return {
    task: { ...namesOf(orm, TASK_ENTITY, TASK_COLUMNS), types: task, timeZone },
    step: { ...namesOf(orm, STEP_ENTITY, STEP_COLUMNS), types: step, timeZone },
    isMapped: mapping !== null,
    space: '',
  };
}

function namesOf<Column extends string>(orm: MikroORM, entity: string, wanted: readonly Column[]) {
  const { tableName, schema, properties } = orm.getMetadata().getByClassName(entity);
  const columns = new Map<string, string>();
  for (const { name, fieldNames } of Object.values(properties)) columns.set(name, quote(fieldNames?.[0] ?? name));
  const entries = wanted.map((column) => [column, columns.get(column) ?? null] as const);
  return {
    table: [schema, tableName].flatMap((part) => (part ? [quote(part)] : [])).join('.'),
    // The entities have all but the optional ones.
    columns: Object.fromEntries(entries) as Record<Column, string>,
  };
}

/** MikroORM would take a point for the one between schema and table. */
function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
