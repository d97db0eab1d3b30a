/** How MikroORM and its pg pool are set up, and how long anything there may take. */

import { Socket } from 'node:net';

import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';

import type { TableMapping } from '../config/mapping/table-mapping.ts';
import type { Logger } from '../logger.ts';
import { limitCheckouts } from './checkout-limit.ts';
import { type ConnectionTarget, databaseOf } from './connection-target.ts';
import { entitiesOf } from './entities.ts';

/** The server's own limits are the shorter ones, so that it is the one to say what happened, as long as it can. */
const LOCK_LIMIT_MS = 1000;
const STATEMENT_LIMIT_MS = 2000;
const CHECKOUT_LIMIT_MS = 2500;
const CONNECT_LIMIT_MS = 2000;

const MAX_CONNECTIONS = 10;

export interface OpenedOrm {
  readonly orm: MikroORM;
  /** Every socket of the pool, so that closing need not wait for a silent server. */
  readonly sockets: ReadonlySet<Socket>;
}

/** Nothing is connected yet: the pool connects when it is used. */
export function createOrm(target: ConnectionTarget, logger: Logger, mapping: TableMapping | null = null): OpenedOrm {
  const sockets = new Set<Socket>();
  const orm = new MikroORM({
    ...placeOf(target),
    entities: entitiesOf(mapping),
    // The number of a task may be its id.
    discovery: { checkDuplicateFieldNames: false },
    driverOptions: {
      ...('url' in target ? { connectionString: withoutOptions(target.url) } : {}),
      application_name: 'tms-init',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      options: sessionOptions(target),
      stream: () => trackedSocket(sockets),
      onPoolCreated: (pool: Pool) => limitCheckouts(pool, CHECKOUT_LIMIT_MS),
    },
    // Its own check would make a missing database.
    ensureDatabase: false,
    logger: (message) => logger.debug({ message }, 'database.notice'),
    colors: false,
  });
  return { orm, sockets };
}

function placeOf(target: ConnectionTarget): Options {
  if ('url' in target) {
    const url = new URL(target.url);
    const dbName = databaseOf(url);
    // MikroORM takes a parameter `schema` for itself, which statements of our own would not see.
    url.search = '';
    return { clientUrl: url.href, dbName, pool: { min: 0, max: MAX_CONNECTIONS } };
  }
  const { host, port, user, database, maxConnections } = target;
  return { host, port, user, password: '', dbName: database, pool: { min: 0, max: maxConnections ?? MAX_CONNECTIONS } };
}

/** Set when a session begins, not by statements of their own. The last of two equal ones counts, which is ours. */
function sessionOptions(target: ConnectionTarget): string {
  const given = 'url' in target ? (new URL(target.url).searchParams.get('options') ?? '') : '';
  const ours = {
    statement_timeout: STATEMENT_LIMIT_MS,
    lock_timeout: LOCK_LIMIT_MS,
    // A service that vanishes inside a transaction must not keep its row locks.
    idle_in_transaction_session_timeout: 2 * CHECKOUT_LIMIT_MS,
    timezone: 'UTC',
  };
  const settings = Object.entries(ours).map(([name, value]) => `-c ${name}=${value}`);
  return [given, ...settings].join(' ').trim();
}

/** What the URL says beside the address, such as sslmode, is for pg; its `options` are joined with ours. */
function withoutOptions(text: string): string {
  const url = new URL(text);
  url.searchParams.delete('options');
  return url.href;
}

function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}
