/**
 * Sends the units of many runs over one way to the database: a unit that finds a statement free goes at once and alone;
 * what comes while all of them are under way leaves together by the next one.
 *
 * Whoever stores a unit waits for its verdict before it has another one, so no more units wait here than there are runs.
 */

import { isSetBackUnit, type Unit, type Verdict } from '../domain/unit.ts';
import type { Connected } from './database.ts';
import { storeUnit, storeUnits } from './store-units.ts';
import { databaseUnavailable, isUnavailable } from './unavailable.ts';

export interface UnitWriter {
  /**
   * The verdict, once it is committed. Units of one task are stored in the order in which they came, one at a time. Throws
   * where it cannot be told what happened; the unit is then sent again, unchanged.
   */
  readonly store: (unit: Unit) => Promise<Verdict>;
  /** Refuses what was not sent yet and what comes later. */
  close(): void;
}

/** A statement for more of them gains nothing any more, and they would all wait for its commit. */
const MOST_UNITS = 250;

interface Waiting {
  readonly unit: Unit;
  readonly verdict: PromiseWithResolvers<Verdict>;
}

/** @param mostStatements how many statements may be under way at once. */
export function openUnitWriter(connected: Connected, mostStatements: number): UnitWriter {
  const sentTasks = new Set<string>();
  let waiting: Waiting[] = [];
  let statements = 0;
  let isClosed = false;

  return {
    store(unit) {
      const verdict = Promise.withResolvers<Verdict>();
      if (isClosed) verdict.reject(databaseUnavailable());
      else waiting.push({ unit, verdict });
      sendWaiting();
      return verdict.promise;
    },
    close() {
      isClosed = true;
      rejectAll(waiting, databaseUnavailable());
      waiting = [];
    },
  };

  function sendWaiting(): void {
    while (statements < mostStatements) {
      const batch = take();
      if (batch.length === 0) return;
      void send(batch);
    }
  }

  /** Those that came first, one of each task that is not under way already. */
  function take(): readonly Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of waiting) {
      const isNext = batch.length < MOST_UNITS && !sentTasks.has(one.unit.taskId);
      if (isNext) sentTasks.add(one.unit.taskId);
      (isNext ? batch : left).push(one);
    }
    waiting = left;
    return batch;
  }

  async function send(batch: readonly Waiting[]): Promise<void> {
    statements += 1;
    await storeBatch(connected, batch);
    statements -= 1;
    for (const { unit } of batch) sentTasks.delete(unit.taskId);
    sendWaiting();
  }
}

async function storeBatch(connected: Connected, batch: readonly Waiting[]): Promise<void> {
  // A set-back has a statement of its own.
  if (batch.length === 1 || batch.some(({ unit }) => isSetBackUnit(unit))) return storeEach(connected, batch);
  // In one order always, whoever else locks several of these rows.
  const inOrder = batch.toSorted((a, b) => (a.unit.taskId < b.unit.taskId ? -1 : 1));
  try {
    const verdicts = await storeUnits(
      connected,
      inOrder.map(({ unit }) => unit),
    );
    verdicts.forEach((verdict, n) => inOrder[n]?.verdict.resolve(verdict));
  } catch (error) {
    // One that cannot be stored fails the statement; alone it fails nobody else.
    if (!isUnavailable(error)) return storeEach(connected, inOrder);
    rejectAll(inOrder, error);
  }
}

/** One after the other. */
async function storeEach(connected: Connected, batch: readonly Waiting[]): Promise<void> {
  for (const [n, { unit, verdict }] of batch.entries()) {
    try {
      verdict.resolve(await storeUnit(connected, unit));
    } catch (error) {
      verdict.reject(error);
      // Each of the others would wait as long to learn the same.
      if (isUnavailable(error)) return rejectAll(batch.slice(n + 1), error);
    }
  }
}

function rejectAll(waiting: readonly Waiting[], error: unknown): void {
  for (const { verdict } of waiting) verdict.reject(error);
}
