/** Watches a task by polling until it has ended, and shows how far its steps are. */

import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import type { Client, Step, Task } from './service-client.ts';
import { createStepList } from './step-list.ts';

export interface Ended {
  readonly task: Task;
  readonly steps: readonly Step[];
}

const POLL_MS = 100;

/** @param before the steps as they were before this run. */
export async function showProgress(client: Client, taskId: string, before: readonly Step[]): Promise<Ended> {
  const list = createStepList(process.stdout, before);
  for (;;) {
    // The task first: once it has ended, the steps read after it are the final ones.
    const task = await client.readTask(taskId);
    const steps = await client.readSteps(taskId);
    list.show(steps);
    if (task.status !== 'RUNNING') return { task, steps };
    await setTimeout(POLL_MS);
  }
}

/** The step that the run stopped at. */
export function findFailedStep({ task, steps }: Ended): Step {
  const failed = steps.find(({ status }) => status === 'FAILED');
  if (!failed) throw new Error(`the task was expected to fail at a step, but it ended ${task.status}`);
  return failed;
}
