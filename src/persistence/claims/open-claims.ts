/** Opens the claims of this instance on a PostgreSQL. */

import type { Logger } from '../../logger.ts';
import type { Database } from '../database.ts';
import { fewRows, fewRowsStatement, readTask, type Row } from '../read-task.ts';
import { databaseUnavailable, whileAvailable } from '../unavailable.ts';
import { openUnitWriter } from '../unit-writer.ts';
import { advisoryClaims, type Taken, type WritingSession } from './advisory-claims.ts';
import { refusePooler, warnOfLockTable } from './check-session.ts';
import { findHolders, type LockAnswer, locksTaken, lockStatement } from './claim-locks.ts';
import { CHANNEL, type ClaimSession, openClaimSession } from './claim-session.ts';
import type { Claims } from './claims.ts';
import { createOwners } from './owners.ts';
import { createQuestions } from './questions.ts';

export interface ClaimOptions {
  /** `instance:pid:random` of this service, told to readers on other instances. */
  readonly owner: string;
  readonly patienceMs: number;
  /** How many claims this instance may have at once. */
  readonly maxRunning: number;
}

interface Place {
  readonly url: string;
  readonly logger: Logger;
}

/** Throws an UnusableDatabaseError where such claims cannot work, and other errors where the server cannot be reached. */
export async function openClaims(database: Database, options: ClaimOptions, { url, logger }: Place): Promise<Claims> {
  const { owner, patienceMs, maxRunning } = options;
  const questions = createQuestions(notify, logger);
  const open = async (): Promise<WritingSession> => {
    const session = await openClaimSession({ url, owner, onNotification: (payload) => questions.hear(payload) });
    return {
      ...session,
      take: (taskId) => takeAndRead(session, database, taskId),
      // Its one connection has one statement at a time.
      storeUnit: openUnitWriter({ ...database, run: session.run }, 1).store,
    };
  };
  const first = await open();
  try {
    await refusePooler(first, database.orm);
    await warnOfLockTable(first.run, maxRunning, logger);
  } catch (error) {
    await first.end();
    throw error;
  }
  const claims = advisoryClaims(first, {
    open,
    readTask: (taskId) => whileAvailable(() => readTask(database, taskId)),
    patienceMs,
    logger,
  });
  const owners = createOwners(database.run);
  return {
    claim: (taskId, holder) => claims.claim(taskId, holder),
    findOwners: (taskIds) => whileAvailable(() => owners.find(taskIds)),
    async askHolder(taskId, question) {
      // Asked of the server now: whoever nobody holds has nobody to answer.
      const holders = await whileAvailable(() => findHolders(database.run, [taskId]));
      return holders.has(taskId) ? questions.ask(taskId, question) : 'not-running';
    },
    answerBy: (answer) => questions.answerBy(answer),
    close: () => claims.close(),
  };

  async function notify(payload: string): Promise<void> {
    const session = claims.session();
    if (session === null) throw databaseUnavailable();
    await whileAvailable(() => session.run('select pg_notify($1, $2)', [CHANNEL, payload]));
  }
}

/** The second statement sees what was committed before the lock was had: whoever had the task last, all of it. */
async function takeAndRead({ runBoth }: ClaimSession, { names }: Database, taskId: string): Promise<Taken> {
  const read = { sql: fewRowsStatement(names), parameters: [taskId] };
  const [locks, rows] = await runBoth<LockAnswer, Row>(lockStatement([taskId]), read);
  return { taken: locksTaken(locks).has(taskId), rows: rows === null ? undefined : fewRows(rows) };
}
