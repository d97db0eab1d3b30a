/** Ends what an answer is streamed from together with the answer. */

import type { ReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';

/** Koa forgets the stream of a response that never gets its connection: one of several requests sent at once. */
export function endWithResponse(stream: ReadStream, response: ServerResponse): void {
  if (response.destroyed) stream.destroy();
  else response.once('close', () => stream.destroy());
}
