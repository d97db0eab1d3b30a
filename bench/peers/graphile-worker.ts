/** Graphile Worker: each step is a job, which adds the one of the next step before it ends. */

import { Logger, makeWorkerUtils, run } from 'graphile-worker';

import { compete } from '../contestants/compete.ts';
import { openEnds } from './ends.ts';

interface Payload {
  readonly taskId: string;
  readonly stepNo: number;
  readonly steps: number;
}

type AddJob = (task: string, payload: Payload) => Promise<unknown>;

const STEP = 'step';

/** As its documentation advises for many short jobs. */
const IN_BATCHES = { localQueue: { size: 65 }, completeJobBatchDelay: 0 };

const ends = openEnds();

const logger = new Logger(() => (level, message) => {
  if (level === 'error') ends.fail(new Error(message));
});

await compete({
  async open({ place, atOnce, steps }, step) {
    const taskList = {
      async [STEP]({ taskId, stepNo, steps: count }: Payload, { addJob }: { addJob: AddJob }) {
        await step();
        if (stepNo < count) await addJob(STEP, { taskId, stepNo: stepNo + 1, steps: count });
        else ends.tell(taskId);
      },
    };
    const worker = await run({
      connectionString: place,
      concurrency: atOnce,
      maxPoolSize: Math.min(atOnce, 20) + 2,
      noHandleSignals: true,
      logger,
      taskList,
      preset: { worker: atOnce > 1 ? IN_BATCHES : {} },
    });
    return {
      async runTask(taskId) {
        const ended = ends.wait(taskId);
        await worker.addJob(STEP, { taskId, stepNo: 1, steps });
        await ended;
      },
    };
  },
  async openEnqueue({ place }) {
    const { addJob } = await makeWorkerUtils({ connectionString: place, logger });
    return async (taskId) => {
      await addJob(STEP, { taskId, stepNo: 1, steps: 1 });
    };
  },
});
