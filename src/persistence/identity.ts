/** What tells this database apart from every other one, whatever name or address it is reached by. */

import type { MikroORM } from '@mikro-orm/postgresql';

import type { Logger } from '../logger.ts';
import { runStatement } from './database.ts';
import { isUnavailable } from './unavailable.ts';

/**
 * The server's own number, made by initdb, and the database. Where the server does not tell its number (a privilege
 * taken away, another product that speaks PostgreSQL's protocol) the address has to do: two names of one server then
 * look like two servers.
 */
export async function readIdentity(orm: MikroORM, address: string, logger: Logger): Promise<string> {
  try {
    const [row] = await runStatement<{ identity: string }>(orm.em, STATEMENT);
    if (row) return row.identity;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    logger.warn({ err: error }, 'database.system-identifier-unreadable');
  }
  return `${address}/${orm.config.get('dbName')}`;
}

const STATEMENT = `select system_identifier::text || '/' || current_database() as identity from pg_control_system()`;
