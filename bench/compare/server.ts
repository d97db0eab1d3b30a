/** The one PostgreSQL of all: what it has acknowledged is on the disk. */

import { type PostgresServer, startPostgresServer } from '../../test/support/postgres-server.ts';

const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];

/** No checkpoint falls into the turn of one and not into that of another; memory as a small server in use has it. */
const CALM = ['max_wal_size=16GB', 'checkpoint_timeout=1h', 'shared_buffers=512MB'];

export const SETTINGS: readonly string[] = [...DURABLE, ...CALM];

export function startServer(): Promise<PostgresServer> {
  return startPostgresServer({ durable: true, settings: SETTINGS });
}
