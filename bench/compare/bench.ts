/** What a measurement works with. */

import type { TestDatabase } from '../../test/support/postgres.ts';
import type { Figure } from './book.ts';
import type { Pace } from './pace.ts';

export interface Bench {
  readonly pace: Pace;
  /** From 0 on. */
  readonly round: number;
  readonly hasPeers: boolean;
  /** A fresh and empty one on the one durable server. */
  createDatabase(): Promise<TestDatabase>;
  /** A fresh and empty one, removed at the end. */
  makeFolder(): Promise<string>;
  /** @param turn where a measurement has rounds of its own. */
  readonly note: (figure: Figure, value: number, turn?: number) => void;
  /** Runs it, and where that fails tells so of these figures instead of ending everything. */
  attempt(figures: readonly Figure[], act: () => Promise<void>): Promise<void>;
  /** Says of these figures why they are not measured. */
  miss(figures: readonly Figure[], reason: string): void;
}

export interface Measurement {
  /** For --only. */
  readonly name: string;
  /** Others whose figures it is compared with. */
  readonly needs: readonly string[];
  /** Whether it takes its turn in each round, or has rounds of its own where those make sense. */
  readonly isRepeated: boolean;
  measure(bench: Bench): Promise<void>;
}
