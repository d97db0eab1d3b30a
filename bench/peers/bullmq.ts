/** BullMQ: a task is a job, which notes in its data each step that has ended, as its documentation has it for jobs of steps. */

import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

import { compete } from '../contestants/compete.ts';
import { openEnds } from './ends.ts';

interface Data {
  readonly taskId: string;
  readonly done: number;
  readonly steps: number;
}

const QUEUE = 'tasks';

const connect = (path: string) => new Redis({ path, maxRetriesPerRequest: null });

const openQueue = (path: string) =>
  new Queue<Data>(QUEUE, { connection: connect(path), defaultJobOptions: { removeOnComplete: true } });

await compete({
  async open({ place, atOnce, steps }, step) {
    const ends = openEnds();
    const queue = openQueue(place);
    const worker = new Worker<Data>(
      QUEUE,
      async (job) => {
        for (let { data } = job; data.done < data.steps;) {
          await step();
          data = { ...data, done: data.done + 1 };
          await job.updateData(data);
        }
      },
      { connection: connect(place), concurrency: atOnce },
    );
    worker.on('completed', ({ data }) => ends.tell(data.taskId));
    worker.on('failed', (_, error) => ends.fail(error));
    await worker.waitUntilReady();
    return {
      async runTask(taskId) {
        const ended = ends.wait(taskId);
        await queue.add(taskId, { taskId, done: 0, steps });
        await ended;
      },
    };
  },
  openEnqueue({ place }) {
    const queue = openQueue(place);
    return Promise.resolve(async (taskId) => {
      await queue.add(taskId, { taskId, done: 0, steps: 1 });
    });
  },
});
