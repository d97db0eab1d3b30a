/** The columns of the two tables by the names they have where the service creates them, which mappings refer to. */

export const TASK_TABLE = 'tms_init_task';
export const STEP_TABLE = 'tms_init_task_step';

export const TASK_COLUMNS = [
  'id',
  'task_id',
  'task_name',
  'status',
  'message',
  'created_at',
  'updated_at',
  'started_at',
  'finished_at',
] as const;

export const STEP_COLUMNS = [
  'id',
  'task_id',
  'step_no',
  'step_name',
  'script',
  'status',
  'message',
  'log_path',
  'exit_code',
  'started_at',
  'finished_at',
] as const;

export type TaskReference = (typeof TASK_COLUMNS)[number];
export type StepReference = (typeof STEP_COLUMNS)[number];

/** What an adopted table need not have. */
export const OPTIONAL_TASK_COLUMNS: readonly string[] = [
  'message',
  'created_at',
  'updated_at',
  'started_at',
  'finished_at',
] satisfies TaskReference[];

/** A step is found by its task and its number where it has no id of its own. */
export const OPTIONAL_STEP_COLUMNS: readonly string[] = ['id', 'started_at', 'finished_at'] satisfies StepReference[];
