/** The history of each task as its rows tell it: one transition after the other, and the rows after each. */

import { parseLogPath } from '../../src/domain/log-path.ts';
import type { AuditEntry, AuditRow, History } from './history.ts';
import { SCRIPTS_OF_A_TASK } from './schedule.ts';

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

/** Of a row that is there before and after. */
export type ChangeEntry = AuditEntry & RowChange;

export function isChange(entry: AuditEntry): entry is ChangeEntry {
  return entry.new !== null;
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
  const byTask = Map.groupBy(audit.filter(isChange), ({ taskId }) => taskId);
  // Of one that was deleted nothing else is left.
  const taskIds = new Set([...final.tasks.map(({ taskId }) => taskId), ...byTask.keys()]);
  return new Map(
    Array.from(taskIds, (taskId) => [taskId, transitionsOf(taskId, byTask.get(taskId) ?? [], BEGIN)] as const),
  );
}

const BEGIN: Statuses = {
  task: 'PENDING',
  steps: new Map(Array.from({ length: SCRIPTS_OF_A_TASK }, (_, index) => [index + 1, 'PENDING'])),
};

function transitionsOf(taskId: string, audit: readonly ChangeEntry[], begin: Statuses): readonly Transition[] {
  let after = begin;
  // In the order of their first changes: rows that two of them have in common are locked by one after the other.
  return [...Map.groupBy(audit, ({ txid }) => txid).values()].map((entries) => {
    const task = entries.find(({ stepNo }) => stepNo === null) ?? null;
    const steps = entries.flatMap(toStepChange);
    after = apply(after, task, steps);
    return { taskId, at: entries[0]?.at ?? 0, task, steps, after };
  });
}

function toStepChange({ stepNo, old, new: changed }: ChangeEntry): readonly StepRowChange[] {
  if (stepNo === null) return [];
  return [{ stepNo, old, new: changed, attemptId: parseLogPath(changed.log_path ?? null)?.random ?? null }];
}

function apply(before: Statuses, task: RowChange | null, changes: readonly StepRowChange[]): Statuses {
  const steps = new Map(before.steps);
  for (const { stepNo, new: changed } of changes) steps.set(stepNo, changed.status);
  return { task: task?.new.status ?? before.task, steps };
}

/** When each task was deleted. */
export function deletionsOf({ audit }: Pick<History, 'audit'>): ReadonlyMap<string, AuditEntry> {
  return new Map(audit.filter((entry) => !isChange(entry)).map((entry) => [entry.taskId, entry]));
}

/** Whether it says that a run begins: with steps that are set back, where it is to begin at a certain one. */
export function isAcceptance({ task, steps }: Transition): boolean {
  return task?.new.status === 'RUNNING' && steps.every(({ old }) => old.status === 'SUCCESS');
}

/** The message of a step that was changed by hand. */
export const BY_HAND = /^(script mended by|resolved as (SUCCESS|FAILED) by|set back by) /;

/** When each step that was SUCCESS became FAILED on somebody's wish, by `task/step`. */
export function setBacksOf(timeline: Timeline): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>();
  for (const { taskId, at, steps } of [...timeline.values()].flat()) {
    for (const { stepNo, old, new: row } of steps) {
      if (old.status !== 'SUCCESS' || row.status !== 'FAILED' || !BY_HAND.test(row.message ?? '')) continue;
      const key = `${taskId}/${stepNo}`;
      times.set(key, [...(times.get(key) ?? []), at]);
    }
  }
  return times;
}
