/** Polls a task with its ETag until it has ended: an answer without news costs a few bytes. */

import { setTimeout } from 'node:timers/promises';

import type { Client } from 'openapi-fetch';

import type { Task } from './client.ts';
import type { paths } from './openapi.d.ts';

export interface Followed {
  readonly task: Task;
  /** How many answers said that nothing was new. */
  readonly unchanged: number;
}

export async function followTask(client: Client<paths>, taskId: string, everyMs = 500): Promise<Followed> {
  let etag = '';
  for (let unchanged = 0; ; await setTimeout(everyMs)) {
    const { data, error, response } = await client.GET('/api/v1/init/tasks/{taskId}', {
      params: { path: { taskId }, header: { 'If-None-Match': etag } },
    });
    if (error) throw new Error(`${error.title}: ${error.detail}`);
    if (response.status === 304) unchanged += 1;
    // A RUNNING task that is not active was interrupted: nobody goes on with it by itself.
    else if (data && !data.active && data.status !== 'PENDING') return { task: data, unchanged };
    etag = response.headers.get('ETag') ?? '';
  }
}
