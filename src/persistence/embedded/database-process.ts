/**
 * The database process: holds the lock on the data folder, opens the database and serves it on a Unix socket until its channel
 * to the service closes. It has a process of its own because PGlite runs its statements on the event loop.
 */

import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';

import { type Assignment, type Report, SOCKET_NAME } from './channel.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { removeSocketFolder } from './socket-folder.ts';

await main(JSON.parse(process.argv[2] ?? '') as Assignment).catch(refuse);

async function main(assignment: Assignment): Promise<void> {
  outliveSignals();
  // PGlite and SQLite make folders and files with all the rights that this leaves.
  process.umask(0o077);
  process.on('uncaughtException', refuse);
  const serviceGone = endOfChannel();
  const lock = await lockDataFolder(assignment);
  try {
    if (process.connected) await serve(assignment, serviceGone);
  } catch (error) {
    // Nobody waits any more for what could not be opened.
    if (process.connected) throw error;
  }
  lock.release();
  await removeSocketFolder(assignment.socketFolder);
  process.exit(0);
}

/** The service must still be able to write while it shuts down, also when the signal went to every process. */
function outliveSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

function endOfChannel(): AbortSignal {
  const gone = new AbortController();
  process.once('disconnect', () => gone.abort());
  if (!process.connected) gone.abort();
  return gone.signal;
}

async function serve({ dataDir, socketFolder, template }: Assignment, serviceGone: AbortSignal): Promise<void> {
  // Imported under the lock: loading PGlite takes longer than refusing.
  const { openDataFolder } = await import('./open-data-folder.ts');
  const { listen } = await import('./socket-server.ts');
  const { database, opening } = await openDataFolder(dataDir, { template, onPanic: endAtOnce, serviceGone });
  const server = await listen(database, join(socketFolder, SOCKET_NAME), { onFault: refuse });
  process.on('message', () => report({ kind: 'pong' }));
  report({ kind: 'ready', opening });
  if (!serviceGone.aborted) await once(serviceGone, 'abort');
  await server.stop();
  await database.close();
}

/** Ends the process. The lock ends with it, and the service starts a new one. */
function refuse(error: unknown): void {
  if (!process.connected) process.exit(1);
  report({ kind: 'refused', message: describe(error) }, () => process.exit(1));
}

/** The event loop does not turn any more, so nothing that takes a turn can be waited for. */
function endAtOnce(message: string): never {
  report({ kind: 'refused', message });
  process.exit(1);
}

function describe(error: unknown): string {
  if (error instanceof EmbeddedDatabaseError) return error.message;
  if (!(error instanceof Error)) return `The database process failed: ${String(error)}.`;
  // A system error says by itself what it was about: no permission, no space, which path.
  if ('syscall' in error) return `The data folder cannot be used: ${error.message}.`;
  return `The database process failed: ${error.stack ?? error.message}`;
}

/** The service may be gone at any moment: the end of the channel tells that, not an error here. */
function report(message: Report, done: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, done);
}
