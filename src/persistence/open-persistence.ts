/** Opens the persistence room on a database, checked and ready, or says in one line why that cannot be. */

import type { TableMapping } from '../config/mapping/table-mapping.ts';
import type { Logger } from '../logger.ts';
import type { Mask } from '../platform/mask-secrets.ts';
import { checkTables } from './check-tables.ts';
import type { Claims } from './claims/claims.ts';
import { type ClaimOptions, openClaims } from './claims/open-claims.ts';
import { processClaims } from './claims/process-claims.ts';
import { messageCleaner } from './clean-message.ts';
import { closeOrm } from './close-orm.ts';
import { connectPatiently } from './connect-patiently.ts';
import { createOrm, type OpenedOrm } from './connection-options.ts';
import { addressOf, type ConnectionTarget, describeTarget } from './connection-target.ts';
import { createTask } from './create-task.ts';
import { createAbsentTables } from './create-tables.ts';
import { deleteTask } from './delete-task.ts';
import { type Database, overPool, runStatement } from './database.ts';
import { readIdentity } from './identity.ts';
import { listPrunable, listTaskIds } from './list-prunable.ts';
import { listResidue } from './list-residue.ts';
import { listTasks } from './list-tasks.ts';
import { mendStep } from './mend-step.ts';
import type { Persistence } from './persistence.ts';
import { readSummary } from './read-summary.ts';
import { readSmallTask, readStep, readTask } from './read-task.ts';
import { readTasks } from './read-tasks.ts';
import { tableNames } from './table-names.ts';
import { isUnavailable, whileAvailable, withinMs } from './unavailable.ts';
import { openUnitWriter, type UnitWriter } from './unit-writer.ts';

export interface PersistenceOptions {
  readonly connection: ConnectionTarget;
  /** Whether absent tables are created. */
  readonly createTables: 'auto' | 'never';
  /** What the tables are called where they are those of another program. */
  readonly mapping?: TableMapping | null;
  /** What tells this database apart where it has a better name than its own: the embedded one's folder. */
  readonly identity?: string;
  /** Claims among several instances; without them this instance has the database for itself. */
  readonly claims?: ClaimOptions;
  readonly logger: Logger;
  /** For messages before they are stored. */
  readonly mask: Mask;
  /** Calls the waiting off. */
  readonly stopping?: AbortSignal;
}

/** Waits for the server 10 s where that makes sense. Throws an UnusableDatabaseError. */
export async function openPersistence(options: PersistenceOptions): Promise<Persistence> {
  const { connection, mapping = null, logger, stopping } = options;
  const opened = createOrm(connection, logger, mapping);
  try {
    const begin = () => beginDatabase(opened, options);
    const begun = await connectPatiently(describeTarget(connection), begin, { logger, stopping });
    return verbsOf(begun, () => closeOrm(opened));
  } catch (error) {
    await closeOrm(opened);
    throw error;
  }
}

/** Read once at the start: the first read of a process takes 40 ms longer, for which the first execute should not wait. */
const NO_TASK = '';

/** One is planned and sent while the other one is committed; more of them would only make smaller ones. */
const MOST_STATEMENTS = 2;

async function beginDatabase({ orm }: OpenedOrm, options: PersistenceOptions): Promise<Begun> {
  const { connection, createTables, mapping = null, identity, logger, mask } = options;
  const mapped = tableNames(orm, mapping);
  if (createTables === 'auto' && (await createAbsentTables(orm, mapped))) logger.info({}, 'database.tables-created');
  const { names, lengths } = await checkTables(orm, mapped);
  const database: Database = { orm, run: overPool(orm), names, clean: messageCleaner(mask, lengths) };
  await readTask(database, NO_TASK);
  const writer = openUnitWriter(database, MOST_STATEMENTS);
  const ofDatabase = identity ?? (await readIdentity(orm, addressOf(connection), logger));
  return {
    database,
    writer,
    // Tasks of other tables in the same database are other tasks, whatever their ids.
    identity: names.space === '' ? ofDatabase : `${ofDatabase}/${names.space}`,
    claims: await beginClaims({ ...options, database, writer }),
    isShared: options.claims !== undefined && 'url' in connection,
  };
}

interface Begun {
  readonly database: Database;
  readonly writer: UnitWriter;
  readonly identity: string;
  readonly claims: Claims;
  /** Whether other instances may hold tasks, by locks in the database. */
  readonly isShared: boolean;
}

interface Claiming extends PersistenceOptions {
  readonly database: Database;
  readonly writer: UnitWriter;
}

function beginClaims({ connection, database, writer, claims, logger }: Claiming): Promise<Claims> {
  if (claims && 'url' in connection) return openClaims(database, claims, { url: connection.url, logger });
  return Promise.resolve(
    processClaims({
      storeUnit: writer.store,
      deleteTask: (deletion) => whileAvailable(() => deleteTask(database, deletion)),
      mendStep: (mending) => whileAvailable(() => mendStep(database, mending)),
    }),
  );
}

function verbsOf({ database, writer, identity, claims, isShared }: Begun, close: () => Promise<void>): Persistence {
  return {
    identity,
    readTask: (taskId) => whileAvailable(() => readTask(database, taskId)),
    readSmallTask: (taskId, most) => whileAvailable(() => readSmallTask(database, taskId, most)),
    readStep: (taskId, stepNo) => whileAvailable(() => readStep(database, taskId, stepNo)),
    readSummary: (taskId) => whileAvailable(() => readSummary(database, taskId)),
    readTasks: (taskIds) => whileAvailable(() => readTasks(database, taskIds)),
    listTasks: (query) => whileAvailable(() => listTasks(database, query, isShared)),
    listResidue: (after) => whileAvailable(() => listResidue(database, after)),
    listPrunable: (pruning, after) => whileAvailable(() => listPrunable(database, pruning, after)),
    listTaskIds: (after) => whileAvailable(() => listTaskIds(database, after)),
    createTask: (task) => whileAvailable(() => createTask(database, task)),
    ping: () => ping(database),
    storeUnit: writer.store,
    claims,
    async close() {
      await claims.close();
      writer.close();
      await close();
    },
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
