/**
 * pg-boss: each step is a job, and the jobs of the next steps are stored in the transaction that ends these. One worker takes as
 * many as there are: a slow step holds up those it was taken with, but workers of one job each are many times slower.
 */

import { PgBoss } from 'pg-boss';

import { compete } from '../contestants/compete.ts';
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
    // A new job is told by NOTIFY; the worker looks by itself at the shortest interval there is, and at once while there is more.
    const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5, burstWhenBatchFull: atOnce > 1 };
    await boss.work<Data>(QUEUE, { ...polling, batchSize: atOnce, transactional: true }, async (jobs, db) => {
      await Promise.all(jobs.map(() => step()));
      const next = jobs.filter(({ data }) => data.stepNo < data.steps).map(({ data }) => ({ data: following(data) }));
      if (next.length > 0) await boss.insert(QUEUE, next, { db });
      for (const { data } of jobs) if (data.stepNo === data.steps) ends.tell(data.taskId);
    });
    return {
      async runTask(taskId) {
        const ended = ends.wait(taskId);
        await boss.send(QUEUE, { taskId, stepNo: 1, steps });
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

function following(data: Data): Data {
  return { ...data, stepNo: data.stepNo + 1 };
}

async function start(place: string, fail: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: place, max: CONNECTIONS, useListenNotify: true });
  boss.on('error', fail);
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });
  return boss;
}
