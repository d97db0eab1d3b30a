/** Closes the connections of a database, also of one that does not answer any more. */

import { setTimeout as pause } from 'node:timers/promises';

import type { OpenedOrm } from './connection-options.ts';

const CLOSE_LIMIT_MS = 1000;

/** The pool says goodbye on every connection and waits for it; a silent server is not waited for. */
export async function closeOrm({ orm, sockets }: OpenedOrm): Promise<void> {
  const limit = new AbortController();
  const closed = orm.close(true).finally(() => limit.abort());
  await Promise.race([closed, pause(CLOSE_LIMIT_MS, undefined, limit).catch(() => undefined)]);
  for (const socket of sockets) socket.destroy();
  await closed;
}
