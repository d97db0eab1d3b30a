/** What a watch on a task tells. */

import type { RunBegin, RunEnding, TakenTransition } from '../../domain/run-progress.ts';
import type { SeenRows } from '../tasks/seen-rows.ts';

/** `live`: the task runs here. `table`: it does not, and what is told of it are its rows, read once a second. */
export type Source = 'live' | 'table';

export interface TaskWatcher {
  /** The rows, or who runs the task, are not as they were. */
  changed(seen: SeenRows): void;
  /** The run here took an arrow of its statechart. */
  taken(transition: TakenTransition): void;
  /** A run has ended, here or elsewhere; the rows of its end were told before. */
  ended(ending: RunEnding): void;
  /** The task is no longer there. Nothing follows. */
  gone(): void;
}

export interface TaskWatch {
  seen(): SeenRows;
  /** When what is seen was asked for, by performance.now(): it is not older than that. */
  seenAt(): number;
  source(): Source;
  /** The run here; null where there is none. */
  run(): WatchedRun | null;
  /** Nothing is told any more. */
  leave(): void;
}

export interface WatchedRun {
  readonly begin: RunBegin;
  /** Where its statechart stands. */
  readonly state: string;
}

export interface TaskWatches {
  /** Resolves once the rows are read. Throws a Refusal `task-not-found`. */
  watch(taskId: string, watcher: TaskWatcher): Promise<TaskWatch>;
}
