/** Opens the claims of this instance on a PostgreSQL. */

import type { Logger } from '../../logger.ts';
import type { Database } from '../database.ts';
import { deleteTask } from '../delete-task.ts';
import { mendStep } from '../mend-step.ts';
import { readTask } from '../read-task.ts';
import { databaseUnavailable, whileAvailable } from '../unavailable.ts';
import { openUnitWriter } from '../unit-writer.ts';
import { advisoryClaims, type WritingSession } from './advisory-claims.ts';
import { refusePooler, warnOfLockTable } from './check-session.ts';
import { findHolders } from './claim-locks.ts';
import { CHANNEL, openClaimSession } from './claim-session.ts';
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
  const { space } = database.names;
  const questions = createQuestions(notify, logger);
  const open = async (): Promise<WritingSession> => {
    const session = await openClaimSession({ url, owner, onNotification: (payload) => questions.hear(payload) });
    // Its one connection has one statement at a time.
    const connected = { ...database, run: session.run };
    return {
      ...session,
      storeUnit: openUnitWriter(connected, 1).store,
      deleteTask: (deletion) => whileAvailable(() => deleteTask(connected, deletion)),
      mendStep: (mending) => whileAvailable(() => mendStep(connected, mending)),
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
    space,
    logger,
  });
  const owners = createOwners(database.run, space);
  return {
    claim: (taskId, holder) => claims.claim(taskId, holder),
    findOwners: (taskIds) => whileAvailable(() => owners.find(taskIds)),
    async askHolder(taskId, question) {
      // Asked of the server now: whoever nobody holds has nobody to answer.
      const holders = await whileAvailable(() => findHolders(database.run, space, [taskId]));
      return holders.has(taskId) ? questions.ask(`${space}${taskId}`, question) : 'not-running';
    },
    answerBy: (answer) =>
      questions.answerBy(async (name, question) => {
        const taskId = idIn(space, name);
        return taskId === null ? null : answer(taskId, question);
      }),
    close: () => claims.close(),
  };

  async function notify(payload: string): Promise<void> {
    const session = claims.session();
    if (session === null) throw databaseUnavailable();
    await whileAvailable(() => session.run('select pg_notify($1, $2)', [CHANNEL, payload]));
  }
}

/** The id in the name by which instances ask for a task; null where it is a task of other tables. */
function idIn(space: string, name: string): string | null {
  if (!name.startsWith(space)) return null;
  const taskId = name.slice(space.length);
  return taskId.includes('/') ? null : taskId;
}
