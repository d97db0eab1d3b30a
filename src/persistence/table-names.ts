/** Tables and columns by their names in the database, quoted for SQL, as MikroORM's metadata knows them. */

import type { EntityName, MikroORM } from '@mikro-orm/postgresql';

import { StepEntity, TaskEntity } from './entities.ts';

export interface TableNames {
  readonly task: TableName<TaskColumn>;
  readonly step: TableName<StepColumn>;
}

export interface TableName<Column extends string> {
  readonly table: string;
  readonly columns: Readonly<Record<Column, string>>;
}

const TASK_COLUMNS = [
  'id',
  'taskId',
  'name',
  'status',
  'message',
  'createdAt',
  'updatedAt',
  'startedAt',
  'finishedAt',
] as const;

const STEP_COLUMNS = [
  'id',
  'taskId',
  'stepNo',
  'name',
  'script',
  'status',
  'message',
  'logPath',
  'exitCode',
  'startedAt',
  'finishedAt',
] as const;

export type TaskColumn = (typeof TASK_COLUMNS)[number];
export type StepColumn = (typeof STEP_COLUMNS)[number];

export function tableNames(orm: MikroORM): TableNames {
  return { task: namesOf(orm, TaskEntity, TASK_COLUMNS), step: namesOf(orm, StepEntity, STEP_COLUMNS) };
}

function namesOf<Column extends string>(
  orm: MikroORM,
  entity: EntityName,
  wanted: readonly Column[],
): TableName<Column> {
  const { tableName, properties } = orm.getMetadata().get(entity);
  const quote = (name: string) => orm.em.getPlatform().quoteIdentifier(name);
  const columns = new Map<string, string>();
  for (const { name, fieldNames } of Object.values(properties)) columns.set(name, quote(fieldNames?.[0] ?? name));
  const entries = wanted.map((column) => [column, columns.get(column) ?? quote(column)] as const);
  return { table: quote(tableName), columns: Object.fromEntries(entries) as Record<Column, string> };
}
