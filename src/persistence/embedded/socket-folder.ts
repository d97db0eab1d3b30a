/** Where the database's Unix socket lives: a fresh folder that nobody else may enter. */

import { lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { SOCKET_NAME } from './channel.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { isAlive, type ProcessIdentity } from './process-identity.ts';

/** The kernel cuts or refuses longer socket paths (sun_path of 108 bytes on Linux, 104 elsewhere, with a closing NUL). */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

const NAME = /^tms-init-db-(\d+)-(\d*)-\w{6}$/;

/** Made with mode 0700 by mkdtemp. The name says whose it is, so that a later start can tell what is stale. */
export async function makeSocketFolder({ pid, startTime }: ProcessIdentity): Promise<string> {
  const prefixes = bases().map((base) => join(base, `tms-init-db-${pid}-${startTime ?? ''}-`));
  const prefix = prefixes.find((one) => Buffer.byteLength(join(`${one}123456`, SOCKET_NAME)) <= LONGEST_PATH);
  if (prefix === undefined) throw new EmbeddedDatabaseError(`No temporary folder has a short enough path: set TMPDIR.`);
  try {
    return await mkdtemp(prefix);
  } catch (error) {
    throw new EmbeddedDatabaseError(`The database needs a temporary folder: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** Ours to remove whole: made above, entered by nobody else. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Removes what services that were killed together with their database process have left. */
export async function sweepSocketFolders(): Promise<void> {
  for (const base of bases()) {
    for (const name of (await readdir(base).catch(nullWhereGone)) ?? []) {
      const folder = join(base, name);
      if (isOfDeadService(name) && (await isOurs(folder)) && !(await isServed(folder))) await removeStale(folder);
    }
  }
}

function bases(): string[] {
  return [...new Set([tmpdir(), '/tmp'])];
}

function isOfDeadService(name: string): boolean {
  const [, pid, startTime] = NAME.exec(name) ?? [];
  return pid !== undefined && !isAlive({ pid: Number(pid), startTime: startTime || null });
}

async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(nullWhereGone);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.();
}

/** A service in another container may share the folder: its pid says nothing here, its socket does. */
async function isServed(folder: string): Promise<boolean> {
  const socket = connect(join(folder, SOCKET_NAME));
  try {
    return await new Promise<boolean>((resolve) => {
      socket.setTimeout(1000, () => resolve(true));
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}

/** By name and never recursively: whatever else is in there stays, and with it the folder. */
async function removeStale(folder: string): Promise<void> {
  await rm(join(folder, SOCKET_NAME), { force: true });
  await rmdir(folder).catch(ignoreRace);
}

function ignoreRace(error: NodeJS.ErrnoException): void {
  // Another start sweeps too, or the folder holds something that is not ours.
  if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error;
}

function nullWhereGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
