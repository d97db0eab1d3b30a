/**
 * pg-boss: each step is a job, and the jobs of the next steps are stored in the transaction that ends these. All that there are
 * are fetched together and fetched again at once: its own workers look only every half second, or wait for a NOTIFY, for which the
 * commits of PostgreSQL queue up. A slow step holds up those it was fetched with; nothing else that was tried came near in speed.
 */

import { type Job, PgBoss } from 'pg-boss';

import { compete } from '../contestants/compete.ts';
import type { Step } from '../contestants/contestant.ts';
import { openEnds } from './ends.ts';

interface Data {
  readonly taskId: string;
  readonly stepNo: number;
  readonly steps: number;
}

const QUEUE = 'steps';

const CONNECTIONS = 20;

await compete({
  async open({ place, atOnce, steps }, step) {
    const ends = openEnds();
    const boss = await start(place, ends.fail);
    const bell = openBell();
    const act = async () => {
      for (;;) {
        const jobs = await boss.fetch<Data>(QUEUE, { batchSize: atOnce });
        if (jobs.length === 0) await bell.rung();
        else await runJobs(boss, jobs, step);
        for (const { data } of jobs) if (data.stepNo === data.steps) ends.tell(data.taskId);
      }
    };
    act().catch(ends.fail);
    return {
      async runTask(taskId) {
        const ended = ends.wait(taskId);
        await boss.send(QUEUE, { taskId, stepNo: 1, steps });
        bell.ring();
        await ended;
      },
    };
  },
  async openEnqueue({ place }) {
    const boss = await start(place, (error) => {
      throw error;
    });
    return async (taskId) => {
      await boss.send(QUEUE, { taskId, stepNo: 1, steps: 1 });
    };
  },
});

async function runJobs(boss: PgBoss, jobs: readonly Job<Data>[], step: Step): Promise<void> {
  await Promise.all(jobs.map(() => step()));
  const next = jobs.filter(({ data }) => data.stepNo < data.steps).map(({ data }) => ({ data: following(data) }));
  const { db, commit } = await boss.getDb().beginTransaction();
  if (next.length > 0) await boss.insert(QUEUE, next, { db });
  await boss.complete(
    QUEUE,
    jobs.map(({ id }) => id),
    null,
    { db },
  );
  await commit();
}

function following(data: Data): Data {
  return { ...data, stepNo: data.stepNo + 1 };
}

/** Tells that there is something to fetch, also where nobody waits for it yet. */
function openBell() {
  let next = Promise.withResolvers<void>();
  return {
    ring: () => next.resolve(),
    async rung() {
      await next.promise;
      next = Promise.withResolvers();
    },
  };
}

async function start(place: string, fail: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: place, max: CONNECTIONS });
  boss.on('error', fail);
  await boss.start();
  await boss.createQueue(QUEUE);
  return boss;
}
