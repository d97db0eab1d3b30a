/** The service at the work of `scripts.ts`: over HTTP, as `npm start` starts it. */

import { setTimeout } from 'node:timers/promises';

import type { TestDatabase } from '../../test/support/postgres.ts';
import type { Bench } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { executeTask } from '../contestants/execute-task.ts';
import type { Call } from '../contestants/http-client.ts';
import { insertTasks } from '../contestants/insert-tasks.ts';
import { ENGINE, enqueueBusy, MANY, scriptsMany, scriptsOne, SERVICE_CLIENT, STEPS } from '../contestants/list.ts';
import { type Service, startService } from '../contestants/service.ts';
import { measureEnqueue } from './enqueue.ts';

export const DELAY: Figure = `tms-init: event loop delay while ${MANY} tasks run real scripts, p99 ms`;

/** More than can be run in that time. */
const TASKS_A_SECOND = 100;
const PROBES_A_SECOND = 60;

/** How often somebody looks whether there are as many runs as there should be. */
const LOOK_MS = { one: 5, many: 50 };

export async function scriptsOfService(bench: Bench): Promise<void> {
  const figures = [scriptsOne(ENGINE), scriptsMany(ENGINE), enqueueBusy(ENGINE), DELAY];
  await bench.attempt(figures, async () => {
    const database = await bench.createDatabase();
    try {
      const settings = { DATABASE_URL: database.url, CREATE_TABLES: 'auto' };
      await using service = await startService({ folder: await bench.makeFolder(), settings, isLookedInto: true });
      await fill(bench, database);
      await runOne(bench, service, database);
      await runMany(bench, service);
    } finally {
      await database.drop();
    }
  });
}

async function fill({ pace }: Bench, { url }: TestDatabase): Promise<void> {
  const seconds = (pace.warmUpMs + pace.scriptsMs) / 1000 + 1;
  const tasks = Math.ceil(TASKS_A_SECOND * seconds) + MANY;
  for (const prefix of ['one-', 'many-']) await insertTasks(url, { prefix, tasks, steps: STEPS, script: 'true' });
  await insertTasks(url, { prefix: 'probe-', tasks: Math.ceil(PROBES_A_SECOND * seconds), steps: 1, script: 'true' });
}

/** By the times in their rows, without what is between two of them. */
const MS_A_STEP = `
  select percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at))::float8 * 1000 / $1 as ms
  from tms_init_task where task_id like 'one-%' and status = 'SUCCESS'`;

async function runOne({ pace, note }: Bench, { call }: Service, database: TestDatabase): Promise<void> {
  const load = keepBusy(call, { prefix: 'one-', atOnce: 1, everyMs: LOOK_MS.one });
  let msAStep = 0;
  // On a slow machine until there is something to tell.
  while (msAStep === 0) {
    await load.during(setTimeout(pace.warmUpMs + pace.scriptsMs / 2));
    const [row] = await database.query(MS_A_STEP, [STEPS]);
    msAStep = Number(row?.['ms']);
  }
  await load.stop();
  note(scriptsOne(ENGINE), msAStep);
}

async function runMany({ pace, note }: Bench, { url, call, inside }: Service): Promise<void> {
  const load = keepBusy(call, { prefix: 'many-', atOnce: MANY, everyMs: LOOK_MS.many });
  const { warmUpMs, scriptsMs: measureMs } = pace;
  const work = { place: url, folder: '', atOnce: MANY, steps: STEPS, hasProcesses: true, warmUpMs, measureMs };
  const warm = setTimeout(warmUpMs);
  const enqueued = measureEnqueue(SERVICE_CLIENT, work, warm);
  await load.during(warm);
  await inside();
  const [before, begun] = [await endedSteps(call), performance.now()];
  let ended = before;
  while (ended === before) {
    await load.during(setTimeout(measureMs));
    ended = await endedSteps(call);
  }
  note(scriptsMany(ENGINE), ((ended - before) / (performance.now() - begun)) * 1000);
  note(DELAY, (await inside()).delayP99Ms);
  note(enqueueBusy(ENGINE), await load.during(enqueued));
  await load.stop();
}

interface Load {
  /** Waits for something else; rejects where the load breaks first. */
  during<T>(other: Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

function keepBusy(call: Call, { prefix, atOnce, everyMs }: { prefix: string; atOnce: number; everyMs: number }): Load {
  const stopping = new AbortController();
  const keep = async () => {
    for (let next = 1; !stopping.signal.aborted;) {
      const missing = Math.max(0, atOnce - (await activeRuns(call)));
      const taskIds = Array.from({ length: missing }, (_, n) => `${prefix}${next + n}`);
      next += missing;
      await Promise.all(taskIds.map((taskId) => executeTask(call, taskId)));
      await setTimeout(everyMs);
    }
  };
  const kept = keep();
  const broken = kept.then(() => new Promise<never>(() => undefined));
  return {
    during: (other) => Promise.race([other, broken]),
    async stop() {
      stopping.abort();
      await kept;
    },
  };
}

async function activeRuns(call: Call): Promise<number> {
  return figureOf((await call('/metrics')).body, /^tms_init_active_runs (\d+)/m);
}

async function endedSteps(call: Call): Promise<number> {
  const { body } = await call('/metrics');
  const failed = figureOf(body, /^tms_init_ended_steps_total\{outcome="FAILED"\} (\d+)/m);
  if (failed > 0) throw new Error(`${failed} steps failed`);
  return figureOf(body, /^tms_init_ended_steps_total\{outcome="SUCCESS"\} (\d+)/m);
}

function figureOf(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]);
}
