/**
 * Looks, about once a second, whether tasks that are watched but do not run here have changed: at the rows of all of them
 * by one statement, at the steps only of those where it is needed, one task after another. However many large tasks are
 * watched, looking takes a fifth of the time at most: the database is there for the runs first.
 */

import { setTimeout as pause } from 'node:timers/promises';

import { Refusal } from '../../domain/refusal.ts';
import type { Task } from '../../domain/rows.ts';
import type { Rooms } from '../rooms.ts';

export type TableRooms = Pick<Rooms, 'persistence' | 'logger'>;

/** A task that is watched. */
export interface Looked {
  readonly taskId: string;
  /** Whether it runs here, so that nobody has to look. */
  isHere(): boolean;
  /** @param task null where it is no longer there. */
  needsRead(task: Task<string | null> | null): boolean;
  /** Reads the rows again and tells what changed. */
  readAgain(): Promise<void>;
}

export class TableLooks {
  readonly #rooms: TableRooms;
  readonly #pollMs: number;
  readonly #watched: () => readonly Looked[];
  #isLooking = false;

  /** @param watched all that is watched now. */
  constructor(rooms: TableRooms, pollMs: number, watched: () => readonly Looked[]) {
    this.#rooms = rooms;
    this.#pollMs = pollMs;
    this.#watched = watched;
  }

  /** Looks until nothing is watched any more. */
  async begin(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    let tookMs = 0;
    while (this.#watched().length > 0) {
      await pause(Math.max(this.#pollMs, 4 * tookMs), null, { ref: false });
      const began = performance.now();
      await this.#look();
      tookMs = performance.now() - began;
    }
    this.#isLooking = false;
  }

  async #look(): Promise<void> {
    const away = this.#watched().filter((task) => !task.isHere());
    if (away.length === 0) return;
    const taskIds = away.map(({ taskId }) => taskId);
    const rows = await this.#ask(() => this.#rooms.persistence.readTasks(taskIds));
    if (!rows) return;
    for (const task of away) {
      const isStale = !task.isHere() && task.needsRead(rows.get(task.taskId) ?? null);
      if (isStale) await this.#ask(() => task.readAgain());
    }
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
