/** A scripts room on fresh folders, for tests. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { formatLogPath } from '../../src/domain/log-path.ts';
import { openScripts } from '../../src/scripts/open-scripts.ts';
import type { Attempt, Scripts } from '../../src/scripts/scripts.ts';
import { startLauncher } from '../../src/scripts/start-launcher.ts';
import { mask } from './mask.ts';
import { silentLogger } from './silent-logger.ts';

export interface TestScripts {
  readonly scripts: Scripts;
  /** Holds logs and locks. */
  readonly folder: string;
  readonly scriptsDir: string;
  /** A new attempt of a step. */
  attempt(script: string | null, facts?: AttemptFacts): Attempt;
  readLog(attempt: Attempt): Promise<string>;
  /** Another room on the same folders, as another service on this host has it; it is closed with this one at the latest. */
  another(): Promise<TestScripts>;
  close(): Promise<void>;
}

export interface AttemptFacts {
  readonly taskId?: string;
  readonly stepNo?: number;
  readonly stepName?: string;
  readonly attempt?: number;
}

export interface TestScriptsOptions {
  readonly killGraceMs?: number;
  readonly stepLogLimitBytes?: number;
  /** How long the launcher lets scripts live once its service is gone; killGraceMs where it is not given. */
  readonly launcherKillGraceMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Shared folders; they are not removed at the end. */
  readonly folder?: string;
  readonly logDir?: string;
  readonly lockDir?: string;
  /** The working directory of scripts. */
  readonly scriptsDir?: string;
  readonly policy?: 'shell' | 'files';
}

export async function openTestScripts(options: TestScriptsOptions = {}): Promise<TestScripts> {
  const folder = options.folder ?? (await realpath(await mkdtemp(join(tmpdir(), 'tms-init-scripts-'))));
  const { killGraceMs = 300, environment = {}, logDir = join(folder, 'logs'), scriptsDir = folder } = options;
  const allowed = { PATH: String(process.env['PATH']), ...environment };
  const { stepLogLimitBytes = null, policy = 'shell' } = options;
  const config = { logDir, lockDir: options.lockDir ?? join(folder, 'locks'), killGraceMs, stepLogLimitBytes };
  const launcher = startLauncher({ environment: allowed, killGraceMs: options.launcherKillGraceMs ?? killGraceMs });
  const scripts = await openScripts({
    launcher,
    config: { ...config, scripts: { dir: scriptsDir, policy, environment: allowed } },
    databaseIdentity: 'a database',
    logger: silentLogger,
    mask,
  });
  const others: TestScripts[] = [];
  return {
    scripts,
    folder,
    scriptsDir,
    attempt: (script, facts = {}) => newAttempt(scripts.place, script, facts),
    readLog: ({ logPath }) => readFile(join(logDir, logPath), 'utf8'),
    async another() {
      const other = await openTestScripts({ ...options, folder });
      others.push(other);
      return other;
    },
    async close() {
      for (const other of others) await other.close();
      await scripts.close();
      if (options.folder === undefined) await remove(folder, scriptsDir);
    },
  };
}

async function remove(...folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

function newAttempt(place: string, script: string | null, facts: AttemptFacts): Attempt {
  const { taskId = 'a task', stepNo = 1, stepName = 'a step', attempt = 1 } = facts;
  const random = randomBytes(8).toString('hex');
  return { taskId, stepNo, stepName, script, logPath: formatLogPath(taskId, stepNo, { attempt, place, random }) };
}
