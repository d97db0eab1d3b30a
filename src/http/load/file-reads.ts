/** The reading of logs, journals and records: so much at once, and the rest waits in the order in which it was asked for. */

import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import pLimit from 'p-limit';

import { ClientLeft } from '../problems/client-left.ts';

/** Fewer than Node has threads for files, which the runs use too. */
const AT_ONCE = 2;

/**
 * Does the work when there is a place for it, in a turn of the event loop of its own; the place is free again when it is
 * done. Throws a ClientLeft where nobody waits for the response any more.
 */
export type FileReads = <T>(response: ServerResponse, work: () => Promise<T>) => Promise<T>;

export function openFileReads(): FileReads {
  const place = pLimit(AT_ONCE);
  return (response, work) =>
    place(async () => {
      await setImmediate();
      if (response.destroyed) throw new ClientLeft();
      return work();
    });
}
