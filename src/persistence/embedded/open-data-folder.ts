/** Opens the database in a locked data folder; makes it where there is none, whole or not at all. */

import { once } from 'node:events';
import { chmod, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { PGlite } from '@electric-sql/pglite';

import type { Opening } from './channel.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { openPGlite } from './pglite.ts';

/** The PostgreSQL inside PGlite; it cannot read the folder of another major version. */
const MAJOR = '18';

/** The name of a database under construction. */
const UNFINISHED = 'pg.unfinished';

export interface Opener {
  readonly onPanic: (message: string) => void;
  /** Ends the making of a database, which takes seconds. */
  readonly serviceGone: AbortSignal;
}

export async function openDataFolder(
  dataDir: string,
  { onPanic, serviceGone }: Opener,
): Promise<{ database: PGlite; opening: Opening }> {
  const folder = join(dataDir, 'pg');
  await refuseServerFolder(dataDir);
  const removedUnfinished = await removeUnfinished(dataDir);
  const created = await isEmpty(folder);
  if (created) await create(dataDir, folder, serviceGone);
  else await checkVersion(folder);
  await closeToOthers(folder);
  return { database: await openPGlite(folder, onPanic), opening: { created, removedUnfinished } };
}

/** The folder of a PostgreSQL server itself, given by mistake: its files must not mix with ours. */
async function refuseServerFolder(dataDir: string): Promise<void> {
  const version = await readVersion(dataDir);
  if (version === null) return;
  throw new EmbeddedDatabaseError(`${dataDir} is the data folder of a PostgreSQL ${version} server; give another one.`);
}

/** A database under construction bears another name, so what is found under it was interrupted and holds no row of anybody. */
async function removeUnfinished(dataDir: string): Promise<boolean> {
  const left = (await readdir(dataDir)).includes(UNFINISHED);
  if (left) await rm(join(dataDir, UNFINISHED), { recursive: true });
  return left;
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

/** Its files appear one by one, PG_VERSION among the first: only the rename makes it a database. */
async function create(dataDir: string, folder: string, serviceGone: AbortSignal): Promise<void> {
  const unfinished = join(dataDir, UNFINISHED);
  const maker = new Worker(new URL('make-database.ts', import.meta.url), { argv: [unfinished] });
  try {
    const [code] = await once(maker, 'exit', { signal: serviceGone });
    if (code !== 0) throw new EmbeddedDatabaseError(`The making of a database ended with code ${code}.`);
  } catch (error) {
    await maker.terminate();
    // Half a database may have filled the disk.
    await rm(unfinished, { recursive: true, force: true });
    // An error that comes out of a thread has lost its class.
    throw new EmbeddedDatabaseError((error as Error).message, { cause: error });
  }
  await rename(unfinished, folder);
}

/** PGlite lets every user write its files, so nobody else may come as far as them. */
async function closeToOthers(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o700);
  } catch (error) {
    // A file system without rights for each user has none to take away.
    if (!['EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function checkVersion(folder: string): Promise<void> {
  const version = await readVersion(folder);
  if (version === MAJOR) return;
  throw new EmbeddedDatabaseError(
    version === null
      ? `${folder} is not empty and holds no database; give another data folder.`
      : `${folder} was made by PostgreSQL ${version}; this version of the service reads PostgreSQL ${MAJOR}.`,
  );
}

async function readVersion(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
