/** Watches one task for all who want to know of it: by its run where it runs here, else by its rows. */

import { isDeepStrictEqual } from 'node:util';

import type { RunFollower } from '../../actors/progress/follow-runs.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { RunBegin, RunEnding, TakenTransition } from '../../domain/run-progress.ts';
import type { StoredRows, Task } from '../../domain/rows.ts';
import type { Rooms } from '../rooms.ts';
import { isLarge } from '../tasks/large-tasks.ts';
import { readRows } from '../tasks/read-rows.ts';
import type { SeenRows } from '../tasks/seen-rows.ts';
import { endingOf } from './ending-of.ts';
import type { Looked } from './look-at-table.ts';
import type { TaskWatch, TaskWatcher, WatchedRun } from './task-watch.ts';

export type WatchRooms = Pick<Rooms, 'persistence' | 'supervisor' | 'logger' | 'largeReads'>;

export interface WatchOptions {
  readonly taskId: string;
  /** Called when nobody watches any more. */
  over(): void;
}

/** A step that was changed by hand, without its task, is seen after this time. */
const READ_ANYWAY_MS = 60_000;

export class SharedWatch implements RunFollower, Looked {
  readonly taskId: string;
  readonly #rooms: WatchRooms;
  readonly #options: WatchOptions;
  readonly #watchers = new Set<TaskWatcher>();
  readonly #unfollow: () => void;
  readonly #ready: Promise<void>;
  #seen: SeenRows | null = null;
  #run: WatchedRun | null = null;
  /** How often the task came here or went away: a read that began before is stale. */
  #turns = 0;
  #readAt = 0;
  #seenAt = 0;
  #isLooking = false;
  #isOver = false;

  constructor(rooms: WatchRooms, options: WatchOptions) {
    this.taskId = options.taskId;
    this.#rooms = rooms;
    this.#options = options;
    this.#unfollow = rooms.supervisor.follow(options.taskId, this);
    this.#ready = this.#readTable();
  }

  /** Resolves once the rows are read. Throws a Refusal `task-not-found`. */
  async join(watcher: TaskWatcher): Promise<TaskWatch> {
    this.#watchers.add(watcher);
    try {
      await this.#ready;
    } catch (error) {
      this.#leave(watcher);
      throw error;
    }
    return {
      seen: () => this.#seen ?? fail(),
      seenAt: () => this.#seenAt,
      source: () => (this.#run ? 'live' : 'table'),
      run: () => this.#run,
      leave: () => this.#leave(watcher),
    };
  }

  begun(begin: RunBegin, state: string): void {
    this.#turns += 1;
    this.#run = { begin, state };
    this.#lookSoon();
  }

  taken(transition: TakenTransition): void {
    if (this.#run) this.#run = { ...this.#run, state: transition.to };
    this.#tell((watcher) => watcher.taken(transition));
    this.#lookSoon();
  }

  ended(ending: RunEnding, rows: StoredRows | null): void {
    this.#turns += 1;
    const last = rows ?? this.#seen?.rows;
    if (last) this.#show({ rows: last, holder: null });
    this.#tell((watcher) => watcher.ended(ending));
    this.#run = null;
  }

  /** The rows are those that any reader gets, which the run shows right after it tells of a transition. */
  #lookSoon(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    queueMicrotask(() => {
      this.#isLooking = false;
      const view = this.#rooms.supervisor.view(this.#options.taskId);
      if (view) this.#show({ rows: view.rows, holder: view });
    });
  }

  isHere(): boolean {
    return this.#run !== null;
  }

  isLarge(): boolean {
    return this.#seen !== null && isLarge(this.#seen.rows.steps);
  }

  readAt(): number {
    return this.#readAt;
  }

  /** Steps of a task that is RUNNING may change without their task. */
  needsRead(task: Task<string | null> | null): boolean {
    if (task === null || task.status === 'RUNNING' || performance.now() - this.#readAt > READ_ANYWAY_MS) return true;
    return !isDeepStrictEqual(task, this.#seen?.rows.task);
  }

  async readAgain(): Promise<void> {
    try {
      await this.#readTable();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'task-not-found')) throw error;
      this.#tell((watcher) => watcher.gone());
    }
  }

  async #readTable(): Promise<void> {
    const turn = this.#turns;
    const readAt = performance.now();
    this.#readAt = readAt;
    const next = await readRows(this.#rooms, this.#options.taskId);
    if (turn !== this.#turns && this.#seen !== null) return;
    const ending = this.#seen && endingOf(this.#seen, next);
    this.#show(next, readAt);
    if (ending) this.#tell((watcher) => watcher.ended(ending));
  }

  /** What a run shows is as of now. */
  #show(next: SeenRows, seenAt = performance.now()): void {
    const before = this.#seen;
    this.#seen = next;
    this.#seenAt = seenAt;
    if (before && !isSame(before, next)) this.#tell((watcher) => watcher.changed(next));
  }

  #tell(say: (watcher: TaskWatcher) => void): void {
    for (const watcher of this.#watchers) say(watcher);
  }

  #leave(watcher: TaskWatcher): void {
    this.#watchers.delete(watcher);
    if (this.#watchers.size > 0 || this.#isOver) return;
    this.#isOver = true;
    this.#unfollow();
    this.#options.over();
  }
}

/** A run keeps the rows that it does not change; those of the table are new at each look. */
function isSame(before: SeenRows, next: SeenRows): boolean {
  const isHeldAlike = before.holder?.owner === next.holder?.owner && before.holder?.note === next.holder?.note;
  return isHeldAlike && (before.rows === next.rows || isDeepStrictEqual(before.rows, next.rows));
}

function fail(): never {
  throw new Error('the rows are not read yet');
}
