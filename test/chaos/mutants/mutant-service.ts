/** A service on PostgreSQL like the real one but for one mutated part: `node mutant-service.ts 'ignores residue'`. */

import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';

import { TaskSupervisor } from '../../../src/actors/supervisor.ts';
import { processEnvironment, readConfig } from '../../../src/config.ts';
import { createHttpApp } from '../../../src/http/app.ts';
import { openEventStreams } from '../../../src/http/events/event-streams.ts';
import { listen } from '../../../src/http/server.ts';
import { openJournalReader } from '../../../src/journal/journal-reader.ts';
import { openJournals } from '../../../src/journal/open-journals.ts';
import { createLogger } from '../../../src/logger.ts';
import { openPersistence } from '../../../src/persistence/open-persistence.ts';
import { openLogReader } from '../../../src/scripts/log-reader.ts';
import { openScripts } from '../../../src/scripts/open-scripts.ts';
import { startLauncher } from '../../../src/scripts/start-launcher.ts';
import { type Mutant, type MutantName, MUTANTS } from './mutants.ts';

await main(MUTANTS[process.argv[2] as MutantName]);

async function main(mutant: Mutant): Promise<void> {
  const config = readConfig(processEnvironment());
  if (config.database.kind !== 'postgresql') throw new Error('a mutant runs on PostgreSQL only');
  const { scripts: settings, killGraceMs, stepTimeoutMs, shutdownGraceMs, takeoverDelayMs, maxRunning } = config;
  const logger = createLogger(config.logLevel);
  const real = startLauncher({ environment: settings.environment, killGraceMs });
  const launcher = mutant.launcher?.(real, join(config.logDir, 'shared.log')) ?? real;
  const connection = { url: config.database.url };
  const persistence = await openPersistence({ connection, createTables: 'never', logger });
  const scripts = await openScripts({ launcher, config, databaseIdentity: persistence.identity, logger });
  const timing = { stepTimeoutMs, killGraceMs, shutdownGraceMs, takeoverDelayMs };
  const rooms = mutant.rooms?.({ persistence, scripts }) ?? { persistence, scripts };
  const journals = openJournals({ logDir: config.logDir, logger });
  const options = { ...rooms, journals, logger, timing, maxRunning, owner: `mutant:${process.pid}:0`, version: '0' };
  const supervisor = mutant.runs?.(options) ?? new TaskSupervisor(options);
  const readers = { logs: openLogReader(config), journals: openJournalReader(config) };
  const asked = { persistence, supervisor, ...readers, eventStreams: openEventStreams() };
  const app = createHttpApp({ ...asked, logger, tokens: null, ...config.http });
  const { url } = await listen(app, { ...config.http, logger });
  logger.info({ url }, 'listening');
  await once(process, 'SIGTERM');
  // Without a farewell: the launcher ends with its channel.
  process.exit();
}
