/** Opens the persistence room on a database, checked and ready, or says in one line why that cannot be. */

import type { Logger } from '../logger.ts';
import { checkTables } from './check-tables.ts';
import { grantClaim } from './claims.ts';
import { closeOrm } from './close-orm.ts';
import { connectPatiently } from './connect-patiently.ts';
import { createOrm, type OpenedOrm } from './connection-options.ts';
import { addressOf, type ConnectionTarget, describeTarget } from './connection-target.ts';
import { createTask } from './create-task.ts';
import { createAbsentTables } from './create-tables.ts';
import { type Database, runStatement } from './database.ts';
import { readIdentity } from './identity.ts';
import { listTasks } from './list-tasks.ts';
import type { Persistence } from './persistence.ts';
import { readTask } from './read-task.ts';
import { storeUnit } from './store-units.ts';
import { tableNames } from './table-names.ts';
import { isUnavailable, whileAvailable, withinMs } from './unavailable.ts';

export interface PersistenceOptions {
  readonly connection: ConnectionTarget;
  /** Whether absent tables are created. */
  readonly createTables: 'auto' | 'never';
  /** What tells this database apart where it has a better name than its own: the embedded one's folder. */
  readonly identity?: string;
  readonly logger: Logger;
  /** Calls the waiting off. */
  readonly stopping?: AbortSignal;
}

/** Waits for the server 10 s where that makes sense. Throws an UnusableDatabaseError. */
export async function openPersistence(options: PersistenceOptions): Promise<Persistence> {
  const { connection, logger, stopping } = options;
  const opened = createOrm(connection, logger);
  try {
    const begin = () => beginDatabase(opened, options);
    const { database, identity } = await connectPatiently(describeTarget(connection), begin, { logger, stopping });
    return verbsOf(database, identity, () => closeOrm(opened));
  } catch (error) {
    await closeOrm(opened);
    throw error;
  }
}

/** Read once at the start: the first read of a process takes 40 ms longer, for which the first execute should not wait. */
const NO_TASK = '';

async function beginDatabase({ orm }: OpenedOrm, { connection, createTables, identity, logger }: PersistenceOptions) {
  const names = tableNames(orm);
  if (createTables === 'auto' && (await createAbsentTables(orm, names))) logger.info({}, 'database.tables-created');
  const database: Database = { orm, names, messageLengths: await checkTables(orm, names) };
  await readTask(database, NO_TASK);
  return { database, identity: identity ?? (await readIdentity(orm, addressOf(connection), logger)) };
}

function verbsOf(database: Database, identity: string, close: () => Promise<void>): Persistence {
  const store: Persistence['storeUnit'] = (unit) => storeUnit(database, unit);
  return {
    identity,
    readTask: (taskId) => whileAvailable(() => readTask(database, taskId)),
    listTasks: (query) => whileAvailable(() => listTasks(database, query)),
    createTask: (task) => whileAvailable(() => createTask(database, task)),
    ping: () => ping(database),
    storeUnit: store,
    claim: () => Promise.resolve(grantClaim(store)),
    close,
  };
}

const PING_LIMIT_MS = 2800;

async function ping({ orm }: Database): Promise<boolean> {
  try {
    await withinMs(runStatement(orm.em, 'select 1'), PING_LIMIT_MS);
    return true;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  }
}
