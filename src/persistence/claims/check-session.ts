/** Whether advisory claims can work on this server: a session that stays the same, and room for its locks. */

import type { MikroORM } from '@mikro-orm/postgresql';

import type { Logger } from '../../logger.ts';
import { type Run, runStatement } from '../database.ts';
import { UnusableDatabaseError } from '../unusable-database.ts';
import type { ClaimSession } from './claim-session.ts';

export type CheckedSession = Pick<ClaimSession, 'run' | 'backend'>;

/**
 * A pooler that lends a server session for one transaction at a time would lend the one with our locks to others. A
 * transaction over another connection brings that to light: either it gets that very session, or ours has to change.
 * Throws an UnusableDatabaseError.
 */
export async function refusePooler({ run, backend }: CheckedSession, orm: MikroORM): Promise<void> {
  const seen = await orm.em.fork().transactional(async (em) => {
    const other = await backendOf((sql) => runStatement(em, sql));
    return { other, own: await backendOf((sql) => run(sql, [])) };
  });
  if (seen.own === backend.pid && seen.other !== backend.pid) return;
  throw new UnusableDatabaseError(
    'CLAIMS=advisory needs a session of its own on the server, but the pooler in DATABASE_URL changes it with each transaction; ' +
      'connect past the pooler, or run one instance only, with CLAIMS=process.',
  );
}

async function backendOf(run: (sql: string) => Promise<{ pid: number }[]>): Promise<number | undefined> {
  const [row] = await run('select pg_backend_pid() as pid');
  return row?.pid;
}

/** Beyond this share of the server's lock table, others who use the server may feel it. */
const LARGEST_SHARE = 0.8;

/** The table is shared by all sessions of the server, and full it fails them all. */
export async function warnOfLockTable(run: Run, maxRunning: number, logger: Logger): Promise<void> {
  const [row] = await run<{ locks: number }>(CAPACITY, []);
  if (row && maxRunning > row.locks * LARGEST_SHARE) {
    logger.warn({ maxRunning, locksOfServer: row.locks, raise: 'max_locks_per_transaction' }, 'claims.many-locks');
  }
}

const CAPACITY = `select current_setting('max_locks_per_transaction')::int
  * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) as locks`;
