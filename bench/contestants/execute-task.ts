/** Has the service run a task, and asks again where it could not take it just now, as its clients should. */

import { setTimeout } from 'node:timers/promises';

import type { Call } from './http-client.ts';

export const TASKS = '/api/v1/init/tasks';

const PAUSE_MS = 100;
const PATIENCE_MS = 30_000;

/** Resolves once it is accepted. */
export async function executeTask(call: Call, taskId: string): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await setTimeout(PAUSE_MS)) {
    const { status, body } = await call(`${TASKS}/${taskId}/execute`, 'POST');
    if (status === 202) return;
    if (status !== 503 || performance.now() > deadline)
      throw new Error(`execute of ${taskId} answered ${status} ${body}`);
  }
}
