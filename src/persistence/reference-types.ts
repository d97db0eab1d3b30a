/** The types of the columns as the service creates them (tables.sql). */

import type { StepColumn, TaskColumn } from './columns.ts';
import type { ColumnKind, ColumnType } from './column-type.ts';

export const REFERENCE_TYPES: {
  readonly task: Readonly<Record<TaskColumn, ColumnType>>;
  readonly step: Readonly<Record<StepColumn, ColumnType>>;
} = {
  task: {
    id: type('integer', 'bigint'),
    taskId: type('text', 'text', 64),
    name: type('text', 'text', 255),
    status: type('text', 'text', 16),
    message: type('text', 'text'),
    createdAt: type('time', 'timestamptz'),
    updatedAt: type('time', 'timestamptz'),
    startedAt: type('time', 'timestamptz'),
    finishedAt: type('time', 'timestamptz'),
  },
  step: {
    id: type('integer', 'bigint'),
    taskId: type('text', 'text', 64),
    stepNo: type('integer', 'integer'),
    name: type('text', 'text', 255),
    script: type('text', 'text'),
    status: type('text', 'text', 16),
    message: type('text', 'text'),
    logPath: type('text', 'text', 1024),
    exitCode: type('integer', 'integer'),
    startedAt: type('time', 'timestamptz'),
    finishedAt: type('time', 'timestamptz'),
  },
};

function type(kind: ColumnKind, sql: string, length: number | null = null): ColumnType {
  return { kind, sql, length, labels: [] };
}
