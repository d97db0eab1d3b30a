/** Ends a pooled connection that is in use for too long, so that a silent server costs a statement and not the pool. */

import type { Pool, PoolClient } from 'pg';

/**
 * pg's own query_timeout forgets the statement but keeps the connection, whose late answer then belongs to nobody. Here
 * the connection ends: `end()` destroys its socket while a statement is under way, which rejects that statement, and the
 * pool takes a connection back that cannot be used any more by throwing it away.
 */
export function limitCheckouts(pool: Pool, limitMs: number): void {
  const timers = new Map<PoolClient, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    timers.set(client, setTimeout(endConnection, limitMs, client));
  });
  pool.on('release', (_error, client) => {
    clearTimeout(timers.get(client));
    timers.delete(client);
  });
}

/** `end` is there in pg, but the type of a pooled client hides it. */
function endConnection(client: PoolClient & { end?: (done: () => void) => void }): void {
  client.end?.(() => undefined);
}
