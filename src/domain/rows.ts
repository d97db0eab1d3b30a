/** A task and its steps as the tables hold them. All times are ISO 8601 in UTC. */

import type { Status } from './status.ts';

/** A row of tms_init_task. `S` is any text as stored, or a known status once the rows were checked. */
export interface Task<S extends string | null = Status> {
  readonly taskId: string;
  readonly name: string;
  readonly status: S;
  readonly message: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** The first start ever; later runs keep it. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** A row of tms_init_task_step. */
export interface Step<S extends string | null = Status> {
  readonly stepNo: number;
  readonly name: string;
  /** What the step executes; null or blank only in adopted tables. */
  readonly script: string | null;
  readonly status: S;
  readonly message: string | null;
  /** Relative to LOG_DIR, see log-path.ts; carries the attempt and is the fencing token. */
  readonly logPath: string | null;
  readonly exitCode: number | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** A task with its steps in the order of their numbers. */
export interface TaskRows<S extends string | null = Status> {
  readonly task: Task<S>;
  readonly steps: readonly Step<S>[];
}

/** Rows as read: the status may be any text. */
export type StoredRows = TaskRows<string | null>;
