/** The unit of writing: one transition of a task, whose rows stand or fall together. */

import type { Step, Task, TaskRows } from './rows.ts';
import type { Status } from './status.ts';

/** One transition. It is built once and then only ever sent again unchanged. */
export interface Unit {
  readonly taskId: string;
  /** When it happened; becomes updated_at. */
  readonly at: string;
  readonly steps: readonly StepChange[];
  /** Null where the task does not change: it must be RUNNING all the same. */
  readonly task: TaskChange | null;
  /** Where its steps are all those from this number on that are SUCCESS, and all become FAILED with the same message. */
  readonly setBackFrom?: number;
}

/** A unit that sets back steps. */
export type SetBackUnit = Unit & {
  readonly setBackFrom: number;
  readonly steps: readonly [StepChange, ...StepChange[]];
  readonly task: TaskChange;
};

export function isSetBackUnit(unit: Unit): unit is SetBackUnit {
  return unit.setBackFrom !== undefined && unit.steps.length > 0 && unit.task !== null;
}

/** A step row that must still be as `from` says, and what becomes of it. */
export interface StepChange {
  readonly stepNo: number;
  readonly from: Pick<Step, 'status' | 'logPath'>;
  readonly to: Pick<Step, 'status' | 'message' | 'logPath' | 'exitCode' | 'startedAt' | 'finishedAt'>;
}

/** A task row that must still have the status `from`, and what becomes of it. */
export interface TaskChange {
  readonly from: Status;
  readonly to: Pick<Task, 'status' | 'message' | 'startedAt' | 'finishedAt'>;
}

/**
 * What storing a unit came to. `stored`: written. `already`: the rows are as wanted, an in-doubt commit had happened.
 * `busy`: somebody has a row locked, send it again later. `lost`: somebody else changed a row, nothing was written.
 */
export type Verdict = 'stored' | 'already' | 'busy' | 'lost';

/** The rows after the unit was stored. */
export function applyUnit({ task, steps }: TaskRows, unit: Unit): TaskRows {
  const changes = new Map(unit.steps.map((change) => [change.stepNo, change.to]));
  return {
    task: unit.task ? { ...task, ...unit.task.to, updatedAt: unit.at } : task,
    // A step that does not change stays the same object: a task may have thousands.
    steps: steps.map((step) => (changes.has(step.stepNo) ? { ...step, ...changes.get(step.stepNo) } : step)),
  };
}
