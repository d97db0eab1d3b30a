/** The history of each task as its rows tell it: one transition after the other, and the rows after each. */

import { parseLogPath } from '../../src/domain/log-path.ts';
import type { AuditEntry, AuditRow, History } from './history.ts';

/** Changes of rows of one task that were stored together. */
export interface Transition {
  readonly taskId: string;
  readonly at: number;
  readonly task: RowChange | null;
  readonly steps: readonly StepRowChange[];
  /** The statuses after it. */
  readonly after: Statuses;
}

export interface RowChange {
  readonly old: AuditRow;
  readonly new: AuditRow;
}

export interface StepRowChange extends RowChange {
  readonly stepNo: number;
  /** The attempt that the new row tells of. */
  readonly attemptId: string | null;
}

export interface Statuses {
  readonly task: string;
  readonly steps: ReadonlyMap<number, string>;
}

/** By task. */
export type Timeline = ReadonlyMap<string, readonly Transition[]>;

export function timelineOf({ audit, final }: Pick<History, 'audit' | 'final'>): Timeline {
  const byTask = Map.groupBy(audit, ({ taskId }) => taskId);
  return new Map(
    final.tasks.map(({ taskId, steps }) => {
      const begin: Statuses = { task: 'PENDING', steps: new Map(steps.map(({ stepNo }) => [stepNo, 'PENDING'])) };
      return [taskId, transitionsOf(taskId, byTask.get(taskId) ?? [], begin)];
    }),
  );
}

function transitionsOf(taskId: string, audit: readonly AuditEntry[], begin: Statuses): readonly Transition[] {
  let after = begin;
  // In the order of their first changes: rows that two of them have in common are locked by one after the other.
  return [...Map.groupBy(audit, ({ txid }) => txid).values()].map((entries) => {
    const task = entries.find(({ stepNo }) => stepNo === null) ?? null;
    const steps = entries.flatMap(toStepChange);
    after = apply(after, task, steps);
    return { taskId, at: entries[0]?.at ?? 0, task, steps, after };
  });
}

function toStepChange({ stepNo, old, new: changed }: AuditEntry): readonly StepRowChange[] {
  if (stepNo === null) return [];
  return [{ stepNo, old, new: changed, attemptId: parseLogPath(changed.log_path ?? null)?.random ?? null }];
}

function apply(before: Statuses, task: RowChange | null, changes: readonly StepRowChange[]): Statuses {
  const steps = new Map(before.steps);
  for (const { stepNo, new: changed } of changes) steps.set(stepNo, changed.status);
  return { task: task?.new.status ?? before.task, steps };
}

/** Whether it only says that a run begins. */
export function isAcceptance({ task, steps }: Transition): boolean {
  return task?.new.status === 'RUNNING' && steps.length === 0;
}
