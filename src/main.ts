/** The process: configuration in, service open, signals, exit code. */

import { once } from 'node:events';
import process from 'node:process';

import { type Config, processEnvironment, readConfig } from './config.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMask, type Mask, type SecretMask } from './platform/mask-secrets.ts';
import { tellError } from './platform/tell.ts';
import { beginEmbeddedDatabase } from './persistence/embedded/start-embedded-database.ts';
import { startLauncher } from './scripts/start-launcher.ts';
import { openTokenBook } from './http/access/token-book.ts';
import type { Service, ServiceParts } from './service.ts';

/** What a shutdown may take beyond its graces before the process ends all the same. */
const SHUTDOWN_SLACK_MS = 4500;

/** npm passes a signal on to the service, which has already got it where it went to the whole group: one Ctrl-C comes twice. */
const ECHO_MS = 1000;

/** How long the last log lines may take to be read. */
const LAST_LINES_MS = 500;

const EXIT_FAILURE = 1;

await main().catch(endBy(createMask([])));

async function main(): Promise<void> {
  const config = readConfig(processEnvironment());
  const mask = createMask(config.secrets.known);
  await run(config, mask).catch(endBy(mask));
}

/** Whoever starts a service reads one line; its words were chosen where the error arose. */
function endBy(mask: Mask): (error: unknown) => never {
  return (error) => {
    tellError(`tms-init: ${mask(error instanceof Error ? error.message : String(error))}\n`);
    process.exit(EXIT_FAILURE);
  };
}

async function run(config: Config, mask: SecretMask): Promise<void> {
  const logger = createLogger(config.logLevel, mask, config.logFormat);
  logger.info({ node: process.version, database: config.database.kind, logs: config.logDir }, 'starting');
  for (const exposure of config.secrets.exposed) logger.warn(exposure, 'secret.exposed');
  const tokens = config.tokensFile === null ? null : openTokenBook(config.tokensFile, logger);
  if (tokens) process.on('SIGHUP', () => tokens.reload());
  const stopping = stopAtSignal(config, logger);
  const service = await start({ config, tokens, logger, mask, stopping });
  if (service) {
    logger.info({ url: service.url, instance: config.instance }, 'listening');
    await serve(service, stopping);
  }
  logger.info({}, 'closed');
  // Only log lines that nobody reads can keep the process from ending now.
  setTimeout(() => process.exit(), LAST_LINES_MS).unref();
}

/**
 * The first signal asks for an orderly end, a second one for an immediate one. The time for the orderly one runs from the
 * signal on, whatever is done by then.
 */
function stopAtSignal({ shutdownGraceMs, killGraceMs, tokensFile }: Config, logger: Logger): AbortSignal {
  const stopping = new AbortController();
  let isSecondMeant = false;
  // With tokens SIGHUP means to read them again, as for other servers.
  const signals = ['SIGTERM', 'SIGINT', ...(tokensFile === null ? ['SIGHUP'] : [])];
  for (const signal of signals) {
    process.on(signal, () => {
      if (isSecondMeant) endAtOnce();
      if (stopping.signal.aborted) return;
      setTimeout(() => (isSecondMeant = true), ECHO_MS).unref();
      logger.info({ signal }, 'shutting-down');
      setTimeout(endAtOnce, shutdownGraceMs + killGraceMs + SHUTDOWN_SLACK_MS).unref();
      stopping.abort();
    });
  }
  return stopping.signal;
}

/** process.exit() would wait for what a dead disk or network drive keeps one of its threads in. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Null where a signal ended the start. */
async function start(parts: Omit<ServiceParts, 'launcher' | 'database'>): Promise<Service | null> {
  const { config, logger, stopping } = parts;
  const { scripts, killGraceMs, failpoints } = config;
  const { environment } = scripts;
  // Before the heavy imports: a fork takes the longer the larger its process is, and both get ready meanwhile.
  const launcher = startLauncher({ environment, killGraceMs, failpoints });
  try {
    const database = await beginDatabase(config, logger, stopping);
    const { openService } = await import('./service.ts');
    return await openService({ ...parts, launcher, database });
  } catch (error) {
    if (!stopping.aborted) throw error;
    logger.info({ reason: (error as Error).message }, 'start.called-off');
    return null;
  }
}

/** PostgreSQL is there already; the embedded database has to be started. */
async function beginDatabase(
  { database }: Config,
  logger: Logger,
  stopping: AbortSignal,
): Promise<ServiceParts['database']> {
  if (database.kind === 'postgresql') return database;
  const { opened } = await beginEmbeddedDatabase({ dataDir: database.dataDir, logger, stopping });
  return { embedded: opened };
}

async function serve(service: Service, stopping: AbortSignal): Promise<void> {
  if (!stopping.aborted) await once(stopping, 'abort');
  await service.close();
}
