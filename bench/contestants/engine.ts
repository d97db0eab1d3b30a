/** The service without HTTP and without processes: its real runs on its real persistence, with steps that end at once. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { TaskSupervisor } from '../../src/actors/supervisor.ts';
import type { RunFollower } from '../../src/actors/progress/follow-runs.ts';
import { openJournals } from '../../src/journal/open-journals.ts';
import { createLogger } from '../../src/logger.ts';
import { openPersistence } from '../../src/persistence/open-persistence.ts';
import type { Persistence } from '../../src/persistence/persistence.ts';
import type { Scripts } from '../../src/scripts/scripts.ts';
import { mask } from '../../test/support/mask.ts';
import { compete } from './compete.ts';
import { prefixOf, type Step, type Work } from './contestant.ts';
import { insertTasks } from './insert-tasks.ts';

/** More than can be run in that time. */
const TASKS_A_SECOND = { one: 200, many: 1000 };

/** As the service has them where no setting says otherwise. */
const MAX_RUNNING = 1000;
const PATIENCE_MS = 55_000;
const TIMING = { stepTimeoutMs: null, killGraceMs: 5000, shutdownGraceMs: 10_000, takeoverDelayMs: 60_000 };

const logger = createLogger('warn', mask);

await compete({
  async open(work, step) {
    const { place, steps, atOnce, warmUpMs, measureMs } = work;
    const supervisor = await openSupervisor(work, step);
    const rate = atOnce === 1 ? TASKS_A_SECOND.one : TASKS_A_SECOND.many;
    const tasks = Math.ceil((rate * (warmUpMs + measureMs)) / 1000) + atOnce;
    await insertTasks(place, { prefix: prefixOf(work), tasks, steps, script: 'true' });
    return {
      async runTask(taskId) {
        const ended = untilEnded(supervisor, taskId);
        await supervisor.execute(taskId, 'bench');
        await ended;
      },
    };
  },
  openEnqueue: () => Promise.reject(new Error('the service takes tasks over HTTP')),
});

async function openSupervisor({ place, folder }: Work, step: Step): Promise<TaskSupervisor> {
  const logDir = join(folder, 'logs');
  await mkdir(logDir);
  const owner = `bench:${process.pid}:0`;
  const claims = { owner, maxRunning: MAX_RUNNING, patienceMs: PATIENCE_MS };
  const persistence: Persistence = await openPersistence({
    connection: { url: place },
    claims,
    createTables: 'auto',
    logger,
    mask,
  });
  const journals = openJournals({ logDir, logger });
  const rooms = { persistence, scripts: instantScripts(step), journals, logger };
  return new TaskSupervisor({ ...rooms, owner, version: '0', maxRunning: MAX_RUNNING, timing: TIMING });
}

function untilEnded(supervisor: TaskSupervisor, taskId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const follower: RunFollower = {
      begun: () => undefined,
      taken: () => undefined,
      ended({ end }) {
        leave();
        if (end === 'succeeded') resolve();
        else reject(new Error(`the run of ${taskId} ended ${end}`));
      },
    };
    const leave = supervisor.follow(taskId, follower);
  });
}

/** A place for the scripts in which no process is started. */
function instantScripts(step: Step): Scripts {
  return {
    place: 'aaaaaaaa',
    lockless: null,
    async start() {
      const exit = step().then(
        () => ({ kind: 'exited', exitCode: 0, at: now(), lastLine: null, warning: null }) as const,
      );
      const unused = { terminate: () => undefined, kill: () => undefined, clear: () => Promise.resolve() };
      return { exit, overgrown: Promise.withResolvers<number>().promise, ...unused };
    },
    fence: () => Promise.reject(new Error('nothing is residue here')),
    close: () => Promise.resolve(),
  };
}

function now(): string {
  return new Date().toISOString();
}
