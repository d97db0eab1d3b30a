/** The columns as this room calls them, by the names they have where the service creates them, which mappings refer to. */

import type { StepReference, TaskReference } from '../config/mapping/reference-columns.ts';
import type { StepColumn, TaskColumn } from './columns.ts';

export const REFERENCE_NAMES: {
  readonly task: Readonly<Record<TaskColumn, TaskReference>>;
  readonly step: Readonly<Record<StepColumn, StepReference>>;
} = {
  task: {
    id: 'id',
    taskId: 'task_id',
    name: 'task_name',
    status: 'status',
    message: 'message',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    startedAt: 'started_at',
    finishedAt: 'finished_at',
  },
  step: {
    id: 'id',
    taskId: 'task_id',
    stepNo: 'step_no',
    name: 'step_name',
    script: 'script',
    status: 'status',
    message: 'message',
    logPath: 'log_path',
    exitCode: 'exit_code',
    startedAt: 'started_at',
    finishedAt: 'finished_at',
  },
};
