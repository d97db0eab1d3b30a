/** A service on PostgreSQL like the real one but for the tasks of mutants, which are run by mutated parts. */

import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';

import type { Runs } from '../../../src/actors/runs.ts';
import { type SupervisorOptions, TaskSupervisor } from '../../../src/actors/supervisor.ts';
import { processEnvironment, readConfig } from '../../../src/config.ts';
import { createHttpApp } from '../../../src/http/app.ts';
import { openEventStreams } from '../../../src/http/events/event-streams.ts';
import { openWaits } from '../../../src/http/wait/waits.ts';
import { listen } from '../../../src/http/server.ts';
import { openJournalReader } from '../../../src/journal/journal-reader.ts';
import { openJournals } from '../../../src/journal/open-journals.ts';
import { createLogger } from '../../../src/logger.ts';
import { openPersistence } from '../../../src/persistence/open-persistence.ts';
import { createMask } from '../../../src/platform/mask-secrets.ts';
import { openLogReader } from '../../../src/scripts/log-reader.ts';
import { openScripts } from '../../../src/scripts/open-scripts.ts';
import { type Launcher, startLauncher } from '../../../src/scripts/start-launcher.ts';
import { laneOf, type Mutant, MUTANT_NAMES, MUTANTS } from './mutants.ts';

await main();

async function main(): Promise<void> {
  const config = readConfig(processEnvironment());
  if (config.database.kind !== 'postgresql') throw new Error('mutants run on PostgreSQL only');
  const { scripts: settings, killGraceMs, stepTimeoutMs, shutdownGraceMs, takeoverDelayMs, maxRunning } = config;
  const mask = createMask(config.secrets.known);
  const logger = createLogger(config.logLevel, mask);
  const launcher = startLauncher({ environment: settings.environment, killGraceMs });
  const connection = { url: config.database.url };
  const persistence = await openPersistence({ connection, createTables: 'never', logger, mask });
  const openWith = (used: Launcher) =>
    openScripts({ launcher: used, config, databaseIdentity: persistence.identity, logger, mask });
  const scripts = await openWith(launcher);
  const timing = { stepTimeoutMs, killGraceMs, shutdownGraceMs, takeoverDelayMs };
  const journals = openJournals({ logDir: config.logDir, logger });
  const owner = `mutant:${process.pid}:0`;
  const { logDir } = config;
  const sound = { persistence, scripts, journals, logDir, logger, timing, maxRunning, owner, version: '0' };

  async function mutate(mutant: Mutant): Promise<Runs> {
    const mutated = mutant.launcher?.(launcher, join(config.logDir, 'shared.log'));
    const rooms = { persistence, scripts: mutated ? await openWith(mutated) : scripts };
    const options: SupervisorOptions = { ...sound, ...(mutant.rooms?.(rooms) ?? rooms) };
    return mutant.runs?.(options) ?? new TaskSupervisor(options);
  }

  const lanes = MUTANT_NAMES.map(async (name) => ({ lane: laneOf(name), runs: await mutate(MUTANTS[name]) }));
  const supervisor = eachToItsOwn(await Promise.all(lanes), new TaskSupervisor(sound));
  const readers = { logs: openLogReader(config), journals: openJournalReader(config) };
  const asked = { persistence, supervisor, ...readers, eventStreams: openEventStreams(), waits: openWaits() };
  const app = createHttpApp({ ...asked, logger, mask, tokens: null, ...config.http });
  const { url } = await listen(app, { ...config.http, logger });
  logger.info({ url }, 'listening');
  await once(process, 'SIGTERM');
  // Without a farewell: the launcher ends with its channel.
  process.exit();
}

interface MutatedLane {
  readonly lane: string;
  readonly runs: Runs;
}

/** Every task of no mutant is run by the sound ones. */
function eachToItsOwn(mutated: readonly MutatedLane[], sound: Runs): Runs {
  const of = (taskId: string | null) => mutated.find(({ lane }) => taskId?.startsWith(lane))?.runs ?? sound;
  return {
    execute: (taskId, by, asked) => of(taskId).execute(taskId, by, asked),
    cancel: (taskId, by) => of(taskId).cancel(taskId, by),
    interventions: {
      deleteTask: (taskId) => of(taskId).interventions.deleteTask(taskId),
      mendStep: (mending) => of(mending.taskId).interventions.mendStep(mending),
      resolveStep: (resolution) => of(resolution.taskId).interventions.resolveStep(resolution),
    },
    obstacle: (taskId) => of(taskId).obstacle(taskId),
    joins: (taskId) => of(taskId).joins(taskId),
    view: (taskId) => of(taskId).view(taskId),
    taskIds: () => [...mutated.map(({ runs }) => runs), sound].flatMap((runs) => runs.taskIds()),
    follow: (taskId, follower) => of(taskId).follow(taskId, follower),
    activeNodes: (taskId) => of(taskId).activeNodes(taskId),
    inspect: (taskId, inspect) => of(taskId).inspect(taskId, inspect),
    figures: () => sound.figures(),
    accepting: true,
  };
}
