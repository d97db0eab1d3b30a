/**
 * The exclusive right to a data folder. Two processes on one folder destroy it silently, so the lock is taken before anything
 * is opened and held by the kernel: it vanishes with its process, also at kill -9.
 */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

import type { Assignment } from './channel.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { identityOf, isAlive, type ProcessIdentity } from './process-identity.ts';

export interface DataFolderLock {
  release(): void;
}

/** Told to whoever is refused. */
interface Holder {
  readonly service: ProcessIdentity;
  readonly database: ProcessIdentity;
}

/** How long the database process of a dead service may take to finish. */
const PATIENCE_MS = 5000;
const POLL_MS = 50;
const SQLITE_BUSY = 5;

/** Waits only where the holder's service is dead; otherwise refuses at once. */
export async function lockDataFolder({ dataDir, service }: Assignment): Promise<DataFolderLock> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const lock = tryToLock(dataDir);
    const holder = readHolder(dataDir);
    if (holder && isAlive(holder.service) && !(lock && isSame(holder.service, service))) {
      // The lock may be free although the service lives: its database process is being started anew.
      lock?.close();
      throw new EmbeddedDatabaseError(`The data folder ${dataDir} is in use by process ${holder.service.pid}.`);
    }
    if (lock) return keep(lock, dataDir, service);
    if (performance.now() > deadline) throw stillLocked(dataDir, holder);
    await delay(POLL_MS);
  }
}

function tryToLock(dataDir: string): DatabaseSync | null {
  const path = join(dataDir, 'pg.lock');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path);
    // SQLite's lock is a kernel lock on the file. Nothing is ever written to it.
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw new EmbeddedDatabaseError(`${path} cannot be locked: ${(error as Error).message}.`, { cause: error });
  }
}

function keep(lock: DatabaseSync, dataDir: string, service: ProcessIdentity): DataFolderLock {
  writeHolder(dataDir, { service, database: identityOf(process.pid) });
  return {
    release() {
      rmSync(holderPath(dataDir), { force: true });
      lock.close();
    },
  };
}

function holderPath(dataDir: string): string {
  return join(dataDir, 'pg.holder.json');
}

function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(holderPath(dataDir), 'utf8')) as Holder;
  } catch (error) {
    // Unreadable: the machine went down while it was written. The lock decides, the note only explains.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function writeHolder(dataDir: string, holder: Holder): void {
  const draft = `${holderPath(dataDir)}.draft`;
  try {
    writeFileSync(draft, JSON.stringify(holder));
    renameSync(draft, holderPath(dataDir));
  } catch (error) {
    throw new EmbeddedDatabaseError(`The data folder ${dataDir} cannot be written: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

function isSame(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.startTime === other.startTime;
}

function stillLocked(dataDir: string, holder: Holder | null): EmbeddedDatabaseError {
  const by = holder ? `process ${holder.database.pid}, whose service is dead` : 'an unknown process';
  return new EmbeddedDatabaseError(`The data folder ${dataDir} is still locked by ${by}.`);
}
