/** What a task that runs takes of the service's heap: many of them at once, less the service without them. */

import { readFileSync } from 'node:fs';

import { childrenOf } from '../../test/support/process-family.ts';
import { eventually } from '../../test/support/eventually.ts';
import { inParallel } from '../../test/support/in-parallel.ts';
import type { Bench, Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { executeTask } from '../contestants/execute-task.ts';
import { insertTasks } from '../contestants/insert-tasks.ts';
import { STEPS } from '../contestants/list.ts';
import { type Service, startService } from '../contestants/service.ts';

export const HEAP: Figure = `tms-init: heap of the service for a task of ${STEPS} steps that runs, KiB`;

/** Tasks that have run and are over: what is loaded and grown by then is no matter of the others. */
const FIRST_TASKS = 20;
const FIRST_STEPS = 2;
const AT_A_TIME = 20;

const PATIENCE_MS = 240_000;

/** The scripts of so many tasks need a while to be gone, and the next measurement has the machine for itself. */
const ENDING_MS = 120_000;

export const heap: Measurement = {
  name: 'heap',
  needs: [],
  isRepeated: false,
  measure: (bench) => bench.attempt([HEAP], () => measure(bench)),
};

async function measure(bench: Bench): Promise<void> {
  const { heldTasks } = bench.pace;
  const database = await bench.createDatabase();
  try {
    await using service = await startService({
      folder: await bench.makeFolder(),
      settings: { DATABASE_URL: database.url, CREATE_TABLES: 'auto', MAX_RUNNING: String(heldTasks + FIRST_TASKS) },
      isLookedInto: true,
    });
    await insertTasks(database.url, { prefix: 'first-', tasks: FIRST_TASKS, steps: FIRST_STEPS, script: 'true' });
    await insertTasks(database.url, { prefix: 'held-', tasks: heldTasks, steps: STEPS, script: 'exec sleep 3600' });
    await executeAll(service, 'first-', FIRST_TASKS);
    await eventually('the first tasks to end', async () => (await activeRuns(service)) === 0);
    const before = (await service.inside()).heapBytes;
    await executeAll(service, 'held-', heldTasks);
    // On a database that is not its own it has no other children.
    const launchers = () => childrenOf(service.pid);
    const isEach = () => launchers().flatMap(childrenOf).length >= heldTasks;
    await eventually(`${heldTasks} scripts to run`, isEach, { withinMs: PATIENCE_MS, everyMs: 250 });
    const after = (await service.inside()).heapBytes;
    bench.note(HEAP, (after - before) / heldTasks / 1024);
    const ending = launchers();
    await service.end('SIGKILL');
    await eventually('the scripts to be gone', () => ending.every(hasEnded), { withinMs: ENDING_MS });
  } finally {
    await database.drop();
  }
}

async function executeAll({ call }: Service, prefix: string, count: number): Promise<void> {
  const taskIds = Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  await inParallel(taskIds, AT_A_TIME, (taskId) => executeTask(call, taskId));
}

async function activeRuns({ call }: Service): Promise<number> {
  return Number(/^tms_init_active_runs (\d+)/m.exec((await call('/metrics')).body)?.[1]);
}

function hasEnded(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
