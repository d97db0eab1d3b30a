/**
 * Looks, about once a second, whether tasks that are watched but do not run here have changed: at the rows of all of them
 * by one statement, at the steps only of those where it is needed, one task after another. However many tasks are watched,
 * looking takes about a fifth of the time: the database is there for the runs first.
 */

import { setTimeout as pause } from 'node:timers/promises';

import { Refusal } from '../../domain/refusal.ts';
import type { Task } from '../../domain/rows.ts';
import type { Rooms } from '../rooms.ts';

/** However long a look took: the database may only have been away. */
const MOST_PAUSE_MS = 5000;

export type TableRooms = Pick<Rooms, 'persistence' | 'logger'>;

/** A task that is watched. */
export interface Looked {
  readonly taskId: string;
  /** Whether it runs here, so that nobody has to look. */
  isHere(): boolean;
  isLarge(): boolean;
  /** When its steps were last asked for. */
  readAt(): number;
  /** @param task null where it is no longer there. */
  needsRead(task: Task<string | null> | null): boolean;
  /** Reads the rows again and tells what changed. */
  readAgain(): Promise<void>;
}

export interface LookOptions {
  readonly pollMs: number;
  /** All that is watched now. */
  readonly watched: () => readonly Looked[];
  /** Whether it looks at the large ones or at all others. */
  readonly large: boolean;
}

export class TableLooks {
  readonly #rooms: TableRooms;
  readonly #options: LookOptions;
  #isLooking = false;

  constructor(rooms: TableRooms, options: LookOptions) {
    this.#rooms = rooms;
    this.#options = options;
  }

  /** Looks until nothing is watched any more. */
  async begin(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { pollMs, watched } = this.#options;
    let tookMs = 0;
    while (watched().length > 0) {
      await pause(Math.max(pollMs, Math.min(4 * tookMs, MOST_PAUSE_MS)), null, { ref: false });
      const began = performance.now();
      await this.#look();
      tookMs = performance.now() - began;
    }
    this.#isLooking = false;
  }

  async #look(): Promise<void> {
    const { watched, large } = this.#options;
    const away = watched()
      .filter((task) => !task.isHere() && task.isLarge() === large)
      .toSorted((one, other) => one.readAt() - other.readAt());
    if (away.length === 0) return;
    const taskIds = away.map(({ taskId }) => taskId);
    const rows = await this.#ask(() => this.#rooms.persistence.readTasks(taskIds));
    if (!rows) return;
    for (const task of away) {
      const isStale = !task.isHere() && task.needsRead(rows.get(task.taskId) ?? null);
      // Where the database is away for one of them it is for all: the next look comes sooner than their refusals.
      if (isStale && !(await this.#ask(() => this.#readAgain(task)))) return;
    }
  }

  async #readAgain(task: Looked): Promise<true> {
    await task.readAgain();
    return true;
  }

  /** Null where the database does not answer: it is asked again at the next look. */
  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await question();
    } catch (error) {
      const isExpected = error instanceof Refusal && error.code === 'database-unavailable';
      if (!isExpected) this.#rooms.logger.error({ err: error }, 'events.look-failed');
      return null;
    }
  }
}
