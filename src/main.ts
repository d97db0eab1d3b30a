/** The process: configuration in, service open, signals, exit code. */

import process from 'node:process';

import { type Config, processEnvironment, readConfig } from './config.ts';
import { createLogger, type Logger } from './logger.ts';
import { startLauncher } from './scripts/start-launcher.ts';
import type { Service } from './service.ts';

/** What a shutdown may take beyond its graces before the process ends all the same. */
const SHUTDOWN_SLACK_MS = 4500;

const EXIT_FAILURE = 1;

try {
  await main();
} catch (error) {
  // Whoever starts a service reads one line; its words were chosen where the error arose.
  process.stderr.write(`tms-init: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(EXIT_FAILURE);
}

async function main(): Promise<void> {
  const config = readConfig(processEnvironment());
  const logger = createLogger(config.logLevel);
  logger.info({ node: process.version, database: config.database.kind, logs: config.logDir }, 'starting');
  const stopped = signalled();
  const service = await start(config, logger);
  logger.info({ url: service.url, instance: config.instance }, 'listening');
  const signal = await stopped;
  logger.info({ signal }, 'shutting-down');
  await close(service, config);
  logger.info({}, 'closed');
}

async function start(config: Config, logger: Logger): Promise<Service> {
  const { environment } = config.scripts;
  // Before the heavy imports: a fork takes the longer the larger its process is.
  const launcher = startLauncher({ environment, killGraceMs: config.killGraceMs });
  const { openService } = await import('./service.ts');
  return openService({ config, launcher, logger });
}

/** The first signal asks for an orderly end, a second one for an immediate one. */
function signalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(EXIT_FAILURE);
        asked = true;
        resolve(signal);
      });
    }
  });
}

async function close(service: Service, { shutdownGraceMs, killGraceMs }: Config): Promise<void> {
  const limit = setTimeout(() => process.exit(EXIT_FAILURE), shutdownGraceMs + killGraceMs + SHUTDOWN_SLACK_MS);
  await service.close();
  clearTimeout(limit);
}
