/** Opens the database in a locked data folder; makes it where there is none, whole or not at all. */

import { once } from 'node:events';
import { chmod, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { PGlite } from '@electric-sql/pglite';

import { programFile } from '../../platform/project-files.ts';
import type { Opening } from './channel.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import type { Making } from './make-database.ts';
import { openPGlite } from './pglite.ts';

/** The PostgreSQL inside PGlite; it cannot read the folder of another major version. */
const MAJOR = '18';

/** The name of a database under construction. */
const UNFINISHED = 'pg.unfinished';

export interface Opener {
  /** The file that a new database is made from, where there is one. */
  readonly template: string;
  readonly onPanic: (message: string) => void;
  /** Ends the making of a database, which takes seconds where it is made anew. */
  readonly serviceGone: AbortSignal;
}

export async function openDataFolder(dataDir: string, opener: Opener): Promise<{ database: PGlite; opening: Opening }> {
  const folder = join(dataDir, 'pg');
  await refuseServerFolder(dataDir);
  const removedUnfinished = await removeUnfinished(dataDir);
  const created = await isEmpty(folder);
  if (!created) await checkVersion(folder);
  const templateFault = created ? await create(dataDir, folder, opener) : null;
  await closeToOthers(folder);
  const database = await openPGlite(folder, opener.onPanic);
  return { database, opening: { created, removedUnfinished, templateFault } };
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
async function create(dataDir: string, folder: string, { template, serviceGone }: Opener): Promise<string | null> {
  const unfinished = join(dataDir, UNFINISHED);
  const templateFault = await make({ folder: unfinished, template }, serviceGone);
  await rename(unfinished, folder);
  return templateFault;
}

async function make(making: Making, serviceGone: AbortSignal): Promise<string | null> {
  const maker = new Worker(programFile('src/persistence/embedded/maker-thread.ts'), { workerData: making });
  let templateFault: string | null = null;
  maker.on('message', (fault: string | null) => {
    templateFault = fault;
  });
  try {
    const [code] = await once(maker, 'exit', { signal: serviceGone });
    if (code !== 0) throw new EmbeddedDatabaseError(`The making of a database ended with code ${code}.`);
    return templateFault;
  } catch (error) {
    await maker.terminate();
    // Half a database may have filled the disk.
    await rm(making.folder, { recursive: true, force: true });
    // An error that comes out of a thread has lost its class.
    throw new EmbeddedDatabaseError((error as Error).message, { cause: error });
  }
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
