/** All requests that wait for something new: each ends with its time, its client, or the service. */

import type { ServerResponse } from 'node:http';

export interface Waits {
  /** Aborts when there is no more waiting for this answer: its time is up, its client has left, or the service ends. */
  begin(response: ServerResponse, waitMs: number): AbortSignal;
  /** Ends all of them at once. */
  close(): void;
}

/** So long waits who comes while the service ends: whoever asks again at once must not do so without a pause. */
const MOMENT_MS = 500;

/** Node ends a connection over which nothing goes: not before there was an answer. */
const STILL_AFTERWARDS_MS = 10_000;

export function openWaits(): Waits {
  const open = new Set<AbortController>();
  let isClosed = false;
  return {
    begin(response, waitMs) {
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(), isClosed ? Math.min(waitMs, MOMENT_MS) : waitMs);
      const end = () => {
        clearTimeout(timer);
        open.delete(over);
        over.abort();
      };
      if (!isClosed) open.add(over);
      response.setTimeout(waitMs + STILL_AFTERWARDS_MS);
      // Of one whose client has left already no close would be heard any more.
      if (response.destroyed) end();
      else response.once('close', end);
      return over.signal;
    },
    close() {
      isClosed = true;
      for (const over of open) over.abort();
    },
  };
}
