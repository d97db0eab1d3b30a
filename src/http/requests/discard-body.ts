/** Reads on and forgets what is left of a body that is refused: a client that is still sending would not see the answer. */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

const PATIENCE_MS = 2000;

/** At most so many bytes and for at most two seconds; whoever sends more finds the connection closed. */
export async function discardBody(request: IncomingMessage, maxBytes: number): Promise<void> {
  if (request.complete || request.destroyed) return;
  const patience = AbortSignal.timeout(PATIENCE_MS);
  let discarded = 0;
  const enough = new AbortController();
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxBytes) enough.abort();
  });
  // It may be piped into what inflates it.
  request.unpipe();
  request.resume();
  // Whether it ended, was given up or broke off: the answer is the same.
  await once(request, 'close', { signal: AbortSignal.any([patience, enough.signal]) }).catch(() => {});
  request.pause();
}
