/** The columns as this room calls them, and which of them an adopted table need not have. */

export const TASK_COLUMNS = [
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

export const STEP_COLUMNS = [
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
export type OptionalTaskColumn = 'message' | 'createdAt' | 'updatedAt' | 'startedAt' | 'finishedAt';
export type OptionalStepColumn = 'id' | 'startedAt' | 'finishedAt';
