/** Keeps a database process running as long as the service lives: one that dies is followed by another. */

import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from '../../logger.ts';
import type { Assignment } from './channel.ts';
import { type DatabaseProcess, startDatabaseProcess } from './start-database-process.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5000;

/** One that ran that long was well: its death is a new story and begins with the first delay again. */
const WELL_AFTER_MS = 30_000;

export interface Keeping {
  readonly logger: Logger;
  /** Calls the first start off. */
  readonly stopping?: AbortSignal;
}

/** Rejects where the first one does not come up. The returned function ends the present one, and no other follows. */
export async function keepDatabaseProcess(
  assignment: Assignment,
  { logger, stopping }: Keeping,
): Promise<() => Promise<void>> {
  const closing = new AbortController();
  let current = await start(assignment, stopping ?? closing.signal, logger);
  const kept = keep();
  return async () => {
    closing.abort();
    await current.end();
    await kept;
  };

  async function keep(): Promise<void> {
    let running: DatabaseProcess | null = current;
    let failures = 0;
    while (!closing.signal.aborted) {
      if (running && (await death(running, closing.signal, logger)) > WELL_AFTER_MS) failures = 0;
      await pause(failures, closing.signal);
      failures += 1;
      running = await startAgain(assignment, closing.signal, logger);
      current = running ?? current;
    }
  }
}

async function start(assignment: Assignment, closing: AbortSignal, logger: Logger): Promise<DatabaseProcess> {
  const begun = performance.now();
  const database = await startDatabaseProcess(assignment, closing);
  const { templateFault, ...opening } = database.opening;
  logger.info({ pid: database.pid, ms: msSince(begun), ...opening }, 'database.ready');
  if (templateFault !== null) {
    const { template } = assignment;
    logger.warn({ template, reason: templateFault, mend: 'npm run prepare' }, 'database.template-unusable');
  }
  return database;
}

async function death({ pid, ended }: DatabaseProcess, closing: AbortSignal, logger: Logger): Promise<number> {
  const begun = performance.now();
  const end = await ended;
  if (!closing.aborted) logger.error({ pid, ...end }, 'database.died');
  return msSince(begun);
}

async function pause(failures: number, closing: AbortSignal): Promise<void> {
  const ms = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
  // It rejects only where the service closes, and then there is nothing left to wait for.
  await delay(ms, undefined, { signal: closing }).catch(() => undefined);
}

/** null where it did not come up; the next turn tries again. */
async function startAgain(assignment: Assignment, closing: AbortSignal, logger: Logger) {
  if (closing.aborted) return null;
  try {
    return await start(assignment, closing, logger);
  } catch (error) {
    if (!closing.aborted) logger.error({ reason: (error as Error).message }, 'database.not-started');
    return null;
  }
}

function msSince(begun: number): number {
  return Math.round(performance.now() - begun);
}
