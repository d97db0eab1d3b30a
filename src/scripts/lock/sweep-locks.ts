/** Removes lock files that nobody has used for a day and nobody holds: at once, and every hour. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';

import type { Logger } from '../../logger.ts';
import { LOCK_SUFFIX } from './step-lock.ts';

export interface SweepOptions {
  readonly flock: string;
  readonly lockDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

export interface Sweeping {
  close(): Promise<void>;
}

const EVERY_MS = 3_600_000;

/** So old that no step is about to start; one that is all the same finds its ticket gone, and writes it again. */
const OLD_MINUTES = 24 * 60;

const LONGEST_MS = 60_000;

export function sweepLocks(options: SweepOptions): Sweeping {
  const closing = new AbortController();
  let sweep = sweepOnce(options, closing.signal);
  const timer = setInterval(() => {
    sweep = sweepOnce(options, closing.signal);
  }, EVERY_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await sweep;
    },
  };
}

/** Never rejects: a file that stays costs nothing. */
export function sweepOnce({ flock, lockDir, environment, logger }: SweepOptions, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const settings = { env: { ...environment }, timeout: LONGEST_MS, signal };
  execFile(flock, sweepCommand(flock, lockDir), settings, (error, _stdout, stderr) => {
    if (error && !signal.aborted) logger.warn({ stderr }, 'locks.not-swept');
    resolve();
  });
  return promise;
}

/**
 * One sweep at a time, under a lock of its own: so between the look at a file and its removal nobody else removes it,
 * and the lock is on the file that is removed. Code 0 where a lock is held: then there is nothing to do.
 */
function sweepCommand(flock: string, lockDir: string): readonly string[] {
  const old = [lockDir, '-maxdepth', '1', '-name', `*${LOCK_SUFFIX}`, '-mmin', `+${OLD_MINUTES}`];
  const remove = ['-exec', flock, '-n', '-E', '0', '{}', 'rm', '-f', '{}', ';'];
  return ['-n', '-E', '0', join(lockDir, 'sweeping'), 'find', ...old, ...remove];
}
