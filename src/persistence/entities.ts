/** The two tables as MikroORM entities; no entity leaves this room. */

import { defineEntity, p } from '@mikro-orm/postgresql';

/** The statuses are plain text here: a table may hold others than the service knows, and they are shown as they are. */
const statusColumn = () => p.string().length(16).nullable();

const timeColumn = (name: string) => p.datetime().fieldName(name).columnType('timestamptz').nullable();

export const TaskEntity = defineEntity({
  name: 'Task',
  tableName: 'tms_init_task',
  properties: {
    id: p.bigint('string').primary(),
    taskId: p.string().fieldName('task_id').length(64).unique(),
    name: p.string().fieldName('task_name'),
    status: statusColumn(),
    message: p.text().nullable(),
    createdAt: timeColumn('created_at'),
    updatedAt: timeColumn('updated_at'),
    startedAt: timeColumn('started_at'),
    finishedAt: timeColumn('finished_at'),
  },
});

export const StepEntity = defineEntity({
  name: 'Step',
  tableName: 'tms_init_task_step',
  properties: {
    id: p.bigint('string').primary(),
    taskId: p.string().fieldName('task_id').length(64),
    stepNo: p.integer().fieldName('step_no'),
    name: p.string().fieldName('step_name'),
    script: p.text().nullable(),
    status: statusColumn(),
    message: p.text().nullable(),
    logPath: p.string().fieldName('log_path').length(1024).nullable(),
    exitCode: p.integer().fieldName('exit_code').nullable(),
    startedAt: timeColumn('started_at'),
    finishedAt: timeColumn('finished_at'),
  },
});
