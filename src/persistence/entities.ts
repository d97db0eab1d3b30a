/** The two tables as MikroORM entities, by the names that they have in this database; no entity leaves this room. */

import { defineEntity, type EntitySchema, p } from '@mikro-orm/postgresql';

import type { MappedTable, TableMapping } from '../config/mapping/table-mapping.ts';
import { STEP_TABLE, TASK_TABLE } from '../config/mapping/reference-columns.ts';

export const TASK_ENTITY = 'Task';
export const STEP_ENTITY = 'Step';

/** The tables as the service creates them, unless others are mapped. */
export function entitiesOf(mapping: TableMapping | null): EntitySchema[] {
  return [taskEntity(mapping?.task ?? null), stepEntity(mapping?.step ?? null)];
}

/** The statuses are plain text here: a table may hold others than the service knows, and they are shown as they are. */
const statusColumn = () => p.string().length(16).nullable();

const timeColumn = () => p.datetime().columnType('timestamptz').nullable();

function taskEntity(mapped: MappedTable<string> | null) {
  const { name, isThere } = namesIn(mapped);
  return defineEntity({
    name: TASK_ENTITY,
    ...tableOf(mapped, TASK_TABLE),
    properties: {
      id: p.bigint('string').fieldName(name('id')).primary(),
      taskId: p.string().fieldName(name('task_id')).length(64).unique(),
      name: p.string().fieldName(name('task_name')),
      status: statusColumn().fieldName(name('status')),
      ...(isThere('message') && { message: p.text().fieldName(name('message')).nullable() }),
      ...(isThere('created_at') && { createdAt: timeColumn().fieldName(name('created_at')) }),
      ...(isThere('updated_at') && { updatedAt: timeColumn().fieldName(name('updated_at')) }),
      ...(isThere('started_at') && { startedAt: timeColumn().fieldName(name('started_at')) }),
      ...(isThere('finished_at') && { finishedAt: timeColumn().fieldName(name('finished_at')) }),
    },
  });
}

function stepEntity(mapped: MappedTable<string> | null) {
  const { name, isThere } = namesIn(mapped);
  const taskId = p.string().fieldName(name('task_id')).length(64);
  const stepNo = p.integer().fieldName(name('step_no'));
  return defineEntity({
    name: STEP_ENTITY,
    ...tableOf(mapped, STEP_TABLE),
    properties: {
      // Something has to be the key.
      ...(isThere('id')
        ? { id: p.bigint('string').fieldName(name('id')).primary(), taskId, stepNo }
        : { taskId: taskId.primary(), stepNo: stepNo.primary() }),
      name: p.string().fieldName(name('step_name')),
      script: p.text().fieldName(name('script')).nullable(),
      status: statusColumn().fieldName(name('status')),
      message: p.text().fieldName(name('message')).nullable(),
      logPath: p.string().fieldName(name('log_path')).length(1024).nullable(),
      exitCode: p.integer().fieldName(name('exit_code')).nullable(),
      ...(isThere('started_at') && { startedAt: timeColumn().fieldName(name('started_at')) }),
      ...(isThere('finished_at') && { finishedAt: timeColumn().fieldName(name('finished_at')) }),
    },
  });
}

function tableOf(mapped: MappedTable<string> | null, reference: string) {
  const tableName = mapped?.table ?? reference;
  return mapped?.schema ? { tableName, schema: mapped.schema } : { tableName };
}

/** Names by those of the reference tables; what is not there is no property. */
function namesIn(mapped: MappedTable<string> | null) {
  return {
    name: (column: string) => mapped?.columns[column] ?? column,
    isThere: (column: string) => mapped?.columns[column] !== null,
  };
}
