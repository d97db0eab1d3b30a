/** A supervisor on a real database and real scripts, in this process, so that a test can hold or break a single call. */

import { join } from 'node:path';

import { type Journals, openJournals } from '../../src/journal/open-journals.ts';
import { openPersistence } from '../../src/persistence/open-persistence.ts';
import type { Claims } from '../../src/persistence/claims/claims.ts';
import type { ClaimOptions } from '../../src/persistence/claims/open-claims.ts';
import type { Persistence } from '../../src/persistence/persistence.ts';
import type { Logger } from '../../src/logger.ts';
import type { Scripts } from '../../src/scripts/scripts.ts';
import { TaskSupervisor } from '../../src/actors/supervisor.ts';
import { type EmptyDatabase, openPostgres } from './both-databases.ts';
import { openTestScripts, type TestScripts } from './open-test-scripts.ts';
import { mask } from './mask.ts';
import { silentLogger } from './silent-logger.ts';

export interface RealRooms {
  readonly persistence: Persistence;
  readonly scripts: TestScripts;
  supervise(changed?: Changes): TaskSupervisor;
  createTask(taskId: string, scripts: readonly string[]): Promise<void>;
  /** The statuses of the task and its steps, and the task's message, as stored. */
  stored(taskId: string): Promise<{ readonly statuses: string; readonly message: string | null }>;
  /** Runs SQL beside the service. */
  query(sql: string, values: readonly unknown[]): Promise<unknown>;
  /** Ends what the runs of a test still do. */
  closeSupervisors(): Promise<void>;
  close(): Promise<void>;
}

/** What a test puts in the place of the real thing. */
export interface Changes {
  readonly persistence?: Partial<Persistence>;
  readonly claims?: Partial<Claims>;
  readonly scripts?: Partial<Scripts>;
  readonly maxRunning?: number;
  readonly takeoverDelayMs?: number;
  readonly logger?: Logger;
}

export interface RealRoomsOptions {
  /** PostgreSQL where it is not given. */
  readonly open?: () => Promise<EmptyDatabase>;
  /** Claims as with CLAIMS=advisory; without them as with CLAIMS=process. */
  readonly claims?: ClaimOptions;
}

export async function openRealRooms({ open = openPostgres, ...claims }: RealRoomsOptions = {}): Promise<RealRooms> {
  const database = await open();
  const { connection } = database;
  const settings = { connection, ...claims, createTables: 'auto', logger: silentLogger, mask } as const;
  const persistence = await openPersistence(settings);
  const scripts = await openTestScripts();
  const logDir = join(scripts.folder, 'logs');
  // One for all of them: the last lines of a run are written after its end.
  const journals = openJournals({ logDir, logger: silentLogger });
  const supervisors: TaskSupervisor[] = [];
  return {
    persistence,
    scripts,
    supervise(changed) {
      const supervisor = supervise({ persistence, scripts, journals, logDir }, changed);
      supervisors.push(supervisor);
      return supervisor;
    },
    query: (sql, values) => database.query(sql, values),
    async closeSupervisors() {
      await Promise.all(supervisors.splice(0).map((supervisor) => supervisor.close()));
    },
    async createTask(taskId, lines) {
      const steps = lines.map((script, index) => ({ name: `step-${index + 1}`, script }));
      await persistence.createTask({ taskId, name: taskId, steps });
    },
    async stored(taskId) {
      const rows = await persistence.readTask(taskId);
      const statuses = [rows?.task.status, ...(rows?.steps.map(({ status }) => status) ?? [])];
      return { statuses: statuses.join(' '), message: rows?.task.message ?? null };
    },
    async close() {
      await journals.close();
      await scripts.close();
      await persistence.close();
      await database.close();
    },
  };
}

interface Shared {
  readonly persistence: Persistence;
  readonly scripts: TestScripts;
  readonly journals: Journals;
  readonly logDir: string;
}

function supervise({ persistence, scripts, journals, logDir }: Shared, changed: Changes = {}): TaskSupervisor {
  return new TaskSupervisor({
    persistence: { ...persistence, ...changed.persistence, claims: { ...persistence.claims, ...changed.claims } },
    scripts: { ...scripts.scripts, ...changed.scripts },
    logger: changed.logger ?? silentLogger,
    journals,
    logDir,
    owner: 'test:1:0',
    version: '1.2.3',
    maxRunning: changed.maxRunning ?? 100,
    timing: {
      stepTimeoutMs: 30_000,
      killGraceMs: 300,
      shutdownGraceMs: 300,
      takeoverDelayMs: changed.takeoverDelayMs ?? 0,
    },
  });
}
