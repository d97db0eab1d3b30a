/** The composition root: opens the rooms in order, gives something to close, and closes in the reverse order. */

import { randomBytes } from 'node:crypto';
import process from 'node:process';

import { openRecovery } from './actors/recovery.ts';
import { TaskSupervisor } from './actors/supervisor.ts';
import type { Config } from './config.ts';
import { armFailpoints } from './failpoints/arm-failpoints.ts';
import type { Reach } from './failpoints/failpoint.ts';
import type { TokenBook } from './http/access/token-book.ts';
import { createHttpApp } from './http/app.ts';
import { openEventStreams } from './http/events/event-streams.ts';
import { listen } from './http/server.ts';
import { openWaits } from './http/wait/waits.ts';
import { openJournalReader } from './journal/journal-reader.ts';
import { openJournals } from './journal/open-journals.ts';
import type { Logger } from './logger.ts';
import type { EmbeddedDatabase } from './persistence/embedded/start-embedded-database.ts';
import type { Mask } from './platform/mask-secrets.ts';
import { openPersistence } from './persistence/open-persistence.ts';
import type { Persistence } from './persistence/persistence.ts';
import { readServiceVersion } from './platform/service-version.ts';
import { openLogReader } from './scripts/log-reader.ts';
import { readMostOpenFiles } from './platform/open-files.ts';
import { openScripts } from './scripts/open-scripts.ts';
import type { Scripts } from './scripts/scripts.ts';
import type { Launcher } from './scripts/start-launcher.ts';

export interface ServiceParts {
  readonly config: Config;
  /** Begun before everything else, while the process is small. The service closes it. */
  readonly launcher: Launcher;
  /** The embedded one is begun as early, and closed by the service. */
  readonly database: { readonly url: string } | { readonly embedded: Promise<EmbeddedDatabase> };
  /** Null where the configuration names none. */
  readonly tokens: TokenBook | null;
  readonly logger: Logger;
  /** Knows the secrets of the configuration. */
  readonly mask: Mask;
  /** Calls the opening off. */
  readonly stopping: AbortSignal;
}

export interface Service {
  /** `http://host:port` */
  readonly url: string;
  /** Accepts nothing more, lets the runs end within their graces, and closes every room. */
  close(): Promise<void>;
}

/** Rejects with an Error of one clear line where a room cannot be opened; what was opened is closed again. */
export async function openService(parts: ServiceParts): Promise<Service> {
  const { config, launcher, tokens, logger, mask, stopping } = parts;
  await using rooms = new AsyncDisposableStack();
  rooms.defer(() => launcher.close());
  warnOfFewFiles(config, logger);
  const reach = armFailpoints(config.failpoints);
  const owner = `${config.instance}:${process.pid}:${randomBytes(4).toString('hex')}`;
  const persistence = await openDatabase(parts, owner, rooms);
  stopping.throwIfAborted();
  const scripts = await openScriptsRoom({ ...parts, reach }, persistence, rooms);
  stopping.throwIfAborted();
  const journals = openJournals({ logDir: config.logDir, logger });
  rooms.defer(() => journals.close());
  const identity = { owner, version: readServiceVersion() };
  const opening = { persistence, scripts, journals, logger, reach, ...identity };
  const supervisor = new TaskSupervisor({ ...opening, ...runSettings(config) });
  const readers = { logs: openLogReader(config), journals: openJournalReader(config) };
  const eventStreams = openEventStreams();
  const waits = openWaits();
  const asked = { persistence, supervisor, ...readers, eventStreams, waits };
  const app = createHttpApp({ ...asked, logger, mask, reach, tokens, ...config.http });
  const server = await listen(app, { ...config.http, logger });
  rooms.defer(() => server.close());
  // Their readers have been told of the ends of all runs by then; open ones would keep the server from closing.
  rooms.defer(() => eventStreams.close());
  // Closed first of all: while runs end, readers are still answered and execute is told that the service shuts down.
  rooms.defer(() => supervisor.close());
  rooms.defer(() => waits.close());
  const recovery = openRecovery({
    persistence,
    supervisor,
    logger,
    recovery: config.recovery,
    maxRunning: config.maxRunning,
  });
  rooms.defer(() => recovery.stop());
  recovery.begin();
  const opened = rooms.move();
  return { url: server.url, close: () => opened.disposeAsync() };
}

/** Each connection is a file, so is the log of each answer that is sent piece by piece, and a running task needs one. */
function warnOfFewFiles({ http: { limits }, maxRunning }: Config, logger: Logger): void {
  const mostOpenFiles = readMostOpenFiles();
  const { maxConnections, maxStreams } = limits;
  if (mostOpenFiles === null || maxConnections + maxStreams + maxRunning < mostOpenFiles) return;
  const lower = ['MAX_CONNECTIONS', 'MAX_STREAMS', 'MAX_RUNNING'];
  logger.warn({ mostOpenFiles, maxConnections, maxStreams, maxRunning, lower, orRaise: 'ulimit -n' }, 'files.too-few');
}

/** The database room outlives every other one: the last transitions of a shutdown must still be stored. */
async function openDatabase(parts: ServiceParts, owner: string, rooms: AsyncDisposableStack): Promise<Persistence> {
  const { config, logger, mask, stopping } = parts;
  const settings = { createTables: config.createTables, mapping: config.tableMapping, logger, mask, stopping };
  const persistence = await openPersistence({ ...(await connectionTo(parts, owner, rooms)), ...settings });
  rooms.defer(() => persistence.close());
  return persistence;
}

async function connectionTo({ config, database }: ServiceParts, owner: string, rooms: AsyncDisposableStack) {
  if ('url' in database) return { connection: { url: database.url }, ...claimSettings(config, owner) };
  const embedded = await database.embedded;
  rooms.defer(() => embedded.close());
  const { connection, identity } = embedded;
  return { connection, identity };
}

/** A claim is given up so long before another instance may take the task that its script is ended by then. */
const GIVE_UP_BEFORE_MS = 5000;

function claimSettings({ claims, maxRunning, takeoverDelayMs }: Config, owner: string) {
  if (claims === 'process') return {};
  return { claims: { owner, maxRunning, patienceMs: Math.max(0, takeoverDelayMs - GIVE_UP_BEFORE_MS) } };
}

async function openScriptsRoom(
  { config, launcher, logger, mask, reach }: ServiceParts & { readonly reach: Reach | undefined },
  { identity }: Persistence,
  rooms: AsyncDisposableStack,
): Promise<Scripts> {
  const scripts = await openScripts({ launcher, config, databaseIdentity: identity, logger, mask, reach });
  rooms.defer(() => scripts.close());
  if (scripts.lockless) logger.warn({ reason: scripts.lockless }, 'scripts.lockless');
  return scripts;
}

function runSettings(config: Config) {
  const { stepTimeoutMs, killGraceMs, shutdownGraceMs, maxRunning, database } = config;
  // The embedded database belongs to this host and this service alone: nobody can be cut off from it elsewhere.
  const takeoverDelayMs = database.kind === 'embedded' ? 0 : config.takeoverDelayMs;
  return { timing: { stepTimeoutMs, killGraceMs, shutdownGraceMs, takeoverDelayMs }, maxRunning };
}
