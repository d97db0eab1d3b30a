/** What the persistence room offers: reads, the creation of tasks, the storing of units, claims. */

import type { Pruning } from '../domain/prunable.ts';
import type { StoredRows, Task } from '../domain/rows.ts';
import type { Unit, Verdict } from '../domain/unit.ts';
import type { Claims } from './claims/claims.ts';
import type { SmallTask, TaskSize } from './read-task.ts';

/** Reads and creation throw a Refusal `database-unavailable` within 3 s where the database does not answer. */
export interface Persistence {
  /** Names this database apart from every other one; part of the names of step locks. */
  readonly identity: string;
  /** A task with its steps in the order of their numbers; null where there is none. */
  readTask(taskId: string): Promise<StoredRows | null>;
  /** The same, but without the steps where there is more of them. */
  readSmallTask(taskId: string, most: TaskSize): Promise<SmallTask | null>;
  /** A task with the one step of that number, where it has one. */
  readStep(taskId: string, stepNo: number): Promise<StoredRows | null>;
  /** A task with the counts of its steps; null where there is none. */
  readSummary(taskId: string): Promise<TaskSummary | null>;
  /** The rows of tasks without their steps, by their ids; one that is not there is missing. */
  readTasks(taskIds: readonly string[]): Promise<ReadonlyMap<string, Task<string | null>>>;
  /** Newest first. */
  listTasks(query: TaskQuery): Promise<TaskPage>;
  /** The tasks that are RUNNING, whoever runs them. The first page is after null. */
  listResidue(after: string | null): Promise<IdPage>;
  /** Tasks that look old enough to be deleted, oldest first. The first page is after null. */
  listPrunable(pruning: Pruning, after: string | null): Promise<IdPage>;
  /** All tasks, oldest first. The first page is after null. */
  listTaskIds(after: string | null): Promise<IdPage>;
  /** Throws a Refusal `task-exists`, or `task-data-invalid` where the tables do not take such a task. */
  createTask(task: NewTask): Promise<StoredRows>;
  /** Whether the database answers now, within 3 s. */
  ping(): Promise<boolean>;
  /** Stores a unit whose rows are fenced by their tokens. Throws where it cannot be told what happened. */
  storeUnit(unit: Unit): Promise<Verdict>;
  /** The right of this instance to run a task, and what other instances have. */
  readonly claims: Claims;
  close(): Promise<void>;
}

export interface NewTask {
  /** null: one is made. */
  readonly taskId: string | null;
  readonly name: string;
  /** Numbered from 1 in order. */
  readonly steps: readonly { readonly name: string; readonly script: string }[];
}

export interface TaskQuery {
  /** Any text: an unknown status finds the rows that have it. */
  readonly status: string | null;
  /** What the id or the name begins with, spelled exactly. */
  readonly prefix: string | null;
  readonly active: ActiveQuery | null;
  readonly limit: number;
  /** The position of the last item of the page before, as TaskPage.next gave it. */
  readonly after: string | null;
}

/** Whether a live instance runs it. */
export interface ActiveQuery {
  readonly wanted: boolean;
  /** The tasks that this instance runs; what others run is in the database. */
  readonly here: readonly string[];
}

export interface TaskPage {
  readonly items: readonly TaskSummary[];
  /** Which instance holds which of them by a claim in the database; null where it was not asked who is active. */
  readonly owners: ReadonlyMap<string, string> | null;
  /** null on the last page. */
  readonly next: string | null;
}

export interface TaskSummary {
  readonly task: Task<string | null>;
  readonly totalSteps: number;
  readonly successSteps: number;
}

export interface IdPage {
  readonly taskIds: readonly string[];
  /** What the next page is after; null on the last page. */
  readonly next: string | null;
}
