/** Lets the measurements take turns, round after round, and goes on where one fails. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { createDatabaseOn } from '../../test/support/postgres.ts';
import type { Bench, Measurement } from './bench.ts';
import type { Book } from './book.ts';
import { inTurn } from './in-turn.ts';
import type { Pace } from './pace.ts';

export interface Rounds {
  readonly measurements: readonly Measurement[];
  readonly rounds: number;
  readonly pace: Pace;
  readonly hasPeers: boolean;
  /** Of the administrator's database. */
  readonly serverUrl: string;
  /** Where everything is put. */
  readonly folder: string;
  /** Told while it goes on. */
  readonly say: (text: string) => void;
}

export async function runRounds(book: Book, options: Rounds): Promise<void> {
  const { measurements, rounds } = options;
  for (let round = 0; round < rounds; round += 1) {
    const due = measurements.filter(({ isRepeated }) => isRepeated);
    for (const measurement of inTurn(due, round)) await measure(book, { ...options, measurement, round });
  }
  for (const measurement of measurements.filter(({ isRepeated }) => !isRepeated)) {
    await measure(book, { ...options, measurement, round: 0 });
  }
}

interface Turn extends Rounds {
  readonly measurement: Measurement;
  readonly round: number;
}

async function measure(book: Book, turn: Turn): Promise<void> {
  const { measurement, round, rounds, say } = turn;
  const { name, isRepeated } = measurement;
  const begun = performance.now();
  const of = isRepeated ? `round ${round + 1} of ${rounds}: ` : '';
  try {
    await measurement.measure(benchFor(book, turn));
  } catch (error) {
    // What a measurement expects to fail it has told by itself.
    say(`${of}${name} failed: ${wordsOf(error)}`);
  }
  say(`${of}${name}, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

function benchFor(book: Book, { round, pace, hasPeers, serverUrl, folder, say }: Turn): Bench {
  return {
    pace,
    round,
    hasPeers,
    createDatabase: () => createDatabaseOn(serverUrl),
    makeFolder: () => Promise.resolve(makeFolder(folder)),
    note: (figure, value, turn = round) => book.note(figure, value, turn),
    async attempt(figures, act) {
      try {
        await act();
      } catch (error) {
        const reason = wordsOf(error);
        for (const figure of figures) book.miss(figure, reason);
        say(`${figures.join('; ')}: ${reason}`);
      }
    },
    miss(figures, reason) {
      for (const figure of figures) book.miss(figure, reason);
    },
  };
}

function makeFolder(parent: string): string {
  const folder = join(parent, performance.now().toString());
  mkdirSync(folder);
  return folder;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
