/** The embedded database: PGlite in a process of its own, reached through a Unix socket like any PostgreSQL. */

import { realpath } from 'node:fs/promises';
import process from 'node:process';

import type { Logger } from '../../logger.ts';
import { findExposure } from '../../platform/exposed-folder.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { type Assignment, SOCKET_PORT } from './channel.ts';
import { builtTemplate } from './database-template.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { type Keeping, keepDatabaseProcess } from './keep-database-process.ts';
import { identityOf } from './process-identity.ts';
import { makeSocketFolder, removeSocketFolder, sweepSocketFolders } from './socket-folder.ts';

export interface EmbeddedDatabase {
  /** The same for the whole life, also when the database process is started anew. */
  readonly connection: {
    /** The folder of the socket. */
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** Real path of the data folder. */
  readonly identity: string;
  /** To be called when nothing is written any more. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly logger: Logger;
  /** What a new database is made from; that of the installation where none is given. */
  readonly template?: string;
  /** Calls the start off. */
  readonly stopping?: AbortSignal;
}

/** Resolves once it can be used. Rejects with an EmbeddedDatabaseError, whose message is one line. */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { opened } = await beginEmbeddedDatabase(options);
  return opened;
}

/** Resolves as soon as its process exists, which then gets ready whatever this one does. Both reject as above. */
export async function beginEmbeddedDatabase(
  options: EmbeddedOptions,
): Promise<{ readonly opened: Promise<EmbeddedDatabase> }> {
  const dataDir = await makeDataFolder(options);
  await sweepSocketFolders();
  const service = identityOf(process.pid);
  const socketFolder = await makeSocketFolder(service);
  const { template = builtTemplate() } = options;
  const opened = open({ dataDir, socketFolder, service, template }, options);
  // Whoever waits for it gets the error, later on.
  opened.catch(() => undefined);
  return { opened };
}

async function open(assignment: Assignment, keeping: Keeping): Promise<EmbeddedDatabase> {
  const { dataDir, socketFolder } = assignment;
  try {
    const end = await keepDatabaseProcess(assignment, keeping);
    return toDatabase(dataDir, socketFolder, end);
  } catch (error) {
    await removeSocketFolder(socketFolder);
    throw error;
  }
}

/** For this user alone: whoever can write there says what is executed. */
const MODE = 0o700;

async function makeDataFolder({ dataDir, logger }: EmbeddedOptions): Promise<string> {
  try {
    await makeFolder(dataDir, MODE);
    const exposure = await findExposure('DATA_DIR', dataDir);
    if (exposure) logger.warn(exposure, 'folder.exposed');
    return await realpath(dataDir);
  } catch (error) {
    throw new EmbeddedDatabaseError(`DATA_DIR ${dataDir} cannot be made: ${(error as NodeJS.ErrnoException).code}.`, {
      cause: error,
    });
  }
}

function toDatabase(identity: string, socketFolder: string, end: () => Promise<void>): EmbeddedDatabase {
  return {
    connection: { host: socketFolder, port: SOCKET_PORT, user: 'postgres', database: 'postgres' },
    identity,
    async close() {
      await end();
      // The process does this too, unless it was killed.
      await removeSocketFolder(socketFolder);
    },
  };
}
