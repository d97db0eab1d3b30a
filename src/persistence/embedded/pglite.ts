/** Opens a folder as a PGlite database, with the settings of a small one. */

import { PGlite } from '@electric-sql/pglite';

import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { reasonOf, unusable } from './unusable.ts';

/** The defaults are those of a server: 128 MB of buffers and up to 1 GB of log beside 30 MB of data. */
const SETTINGS = ['shared_buffers=8MB', 'min_wal_size=32MB', 'max_wal_size=64MB'];

/** PostgreSQL gives up its session: its memory may be wrong. What is on the disk is right. */
const PANIC = /^(PANIC:|Aborted\()/;

/**
 * An empty folder becomes a new database. `onPanic` must end the process at once: PGlite would go on without end in the very
 * call that failed.
 */
export async function openPGlite(folder: string, onPanic?: (message: string) => void): Promise<PGlite> {
  let complaint: string | undefined;
  const onStderr = (line: string) => {
    // After the time and the process.
    const said = /(FATAL|PANIC|ERROR):.*|^Aborted\(.*/.exec(line)?.[0];
    complaint = said ?? complaint;
    if (said && PANIC.test(said)) onPanic?.(unusable(folder, said));
    return false;
  };
  try {
    const startParams = [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])];
    return await PGlite.create(folder, { startParams, onStderr });
  } catch (error) {
    // PGlite's own error only says that it failed; why is in what PostgreSQL wrote last.
    throw new EmbeddedDatabaseError(unusable(folder, complaint ?? reasonOf(error)), { cause: error });
  }
}
