/** Serves an open database to PostgreSQL clients on a Unix socket. */

import { rm } from 'node:fs/promises';

import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

import { withOneSession } from './one-session.ts';

/** More than any pool opens; the server's own limit is one. */
const MAX_CONNECTIONS = 100;

/**
 * A client that stays silent is cut off and its transaction undone, so that it cannot hold back the others for ever. Longer
 * than pools keep idle connections, so that they are the first to close one.
 */
const SILENCE_MS = 30_000;

/** `onFault` hears of what leaves the database in an unknown state. */
export async function listen(
  database: PGlite,
  path: string,
  { onFault, silenceMs = SILENCE_MS }: { onFault: (error: unknown) => void; silenceMs?: number },
): Promise<PGLiteSocketServer> {
  // A killed predecessor leaves its socket behind.
  await rm(path, { force: true });
  const server = new PGLiteSocketServer({
    db: withOneSession(database, onFault),
    path,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: silenceMs,
  });
  await server.start();
  return server;
}
