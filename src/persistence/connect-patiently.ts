/** Waits a while for a database that cannot be reached yet, and says in one line why it was given up. */

import { setTimeout as pause } from 'node:timers/promises';

import type { Logger } from '../logger.ts';
import { codeOf, isUnavailable } from './unavailable.ts';
import { UnusableDatabaseError } from './unusable-database.ts';

const PATIENCE_MS = 10_000;
const PAUSE_MS = 250;

/** Wrong password or user, no such database, no such host: these do not pass by waiting. */
const HOPELESS = /^(28\w{3}|3D000|ENOTFOUND)$/;

export interface Waiting {
  readonly logger: Logger;
  /** Ends it. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * What `begin` gives, tried again while the database is unavailable; else an UnusableDatabaseError.
 * @param name the database in words, without its password.
 */
export async function connectPatiently<T>(
  name: string,
  begin: () => Promise<T>,
  { logger, stopping }: Waiting,
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  let told = '';
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      if (error instanceof UnusableDatabaseError || !(error instanceof Error)) throw error;
      if (!isWorthWaiting(error)) throw unusable(`${name} cannot be used`, error);
      if (performance.now() > deadline) {
        throw unusable(`${name} could not be reached within ${PATIENCE_MS / 1000} s`, error);
      }
      const reason = reasonOf(error);
      if (reason !== told) logger.info({ database: name, reason }, 'database.waiting');
      told = reason;
      await pause(PAUSE_MS, undefined, { signal: stopping });
    }
  }
}

function isWorthWaiting(error: Error): boolean {
  return isUnavailable(error) && !HOPELESS.test(codeOf(error) ?? '');
}

function unusable(what: string, error: Error): UnusableDatabaseError {
  return new UnusableDatabaseError(`${what}: ${reasonOf(error)}.`, { cause: error });
}

/** One line; Node's error for several addresses has no message of its own, only its code. */
function reasonOf(error: Error): string {
  const [line = ''] = error.message.split('\n');
  return line.replace(/\.$/, '') || (codeOf(error) ?? error.name);
}
