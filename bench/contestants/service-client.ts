/** A client of the service in a process of its own: it executes one task after the other over HTTP. */

import { compete } from './compete.ts';
import { executeTask } from './execute-task.ts';
import { openClient } from './http-client.ts';

await compete({
  open: () => Promise.reject(new Error('a client runs nothing')),
  openEnqueue({ place }) {
    const call = openClient(place);
    return Promise.resolve((taskId) => executeTask(call, taskId));
  },
});
