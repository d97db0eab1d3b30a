/** A client of the service in a process of its own: it executes one task after the other over HTTP. */

import { compete } from './compete.ts';
import { openClient } from './http-client.ts';

await compete({
  open: () => Promise.reject(new Error('a client runs nothing')),
  openEnqueue({ place }) {
    const call = openClient(place);
    return Promise.resolve(async (taskId) => {
      const { status, body } = await call(`/api/v1/init/tasks/${taskId}/execute`, 'POST');
      if (status !== 202) throw new Error(`execute of ${taskId} answered ${status} ${body}`);
    });
  },
});
