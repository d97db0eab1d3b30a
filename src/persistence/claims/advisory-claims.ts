/** Claims among several instances on one PostgreSQL (CLAIMS=advisory): locks on one connection, lost and taken again together. */

import { setTimeout as pause } from 'node:timers/promises';

import { Refusal } from '../../domain/refusal.ts';
import type { StoredRows } from '../../domain/rows.ts';
import type { Unit, Verdict } from '../../domain/unit.ts';
import type { Logger } from '../../logger.ts';
import type { DeletionVerdict, TaskDeletion } from '../delete-task.ts';
import type { MendingVerdict, StepMending } from '../mend-step.ts';
import { databaseUnavailable, isUnavailable, codeOf } from '../unavailable.ts';
import { endBackend, freeLock, takeLocks } from './claim-locks.ts';
import type { Backend, ClaimSession } from './claim-session.ts';
import { type Claim, ClaimGone, type ClaimHolder } from './claims.ts';

/** A connection that writes, too: what must not be written without the claim. */
export interface WritingSession extends ClaimSession {
  storeUnit(unit: Unit): Promise<Verdict>;
  deleteTask(deletion: TaskDeletion): Promise<DeletionVerdict>;
  mendStep(mending: StepMending): Promise<MendingVerdict>;
}

export interface AdvisoryOptions {
  /** Opens the connection anew after it was lost. */
  open(): Promise<WritingSession>;
  readTask(taskId: string): Promise<StoredRows | null>;
  /** How long the claim of a running script may be in doubt before it is given up. */
  readonly patienceMs: number;
  /** Before each id in the name of its lock; empty for the tables that the service creates. */
  readonly space: string;
  readonly logger: Logger;
}

export interface AdvisoryClaims {
  claim(taskId: string, holder: ClaimHolder): Promise<Claim | null>;
  /** The connection; null while it is lost. */
  session(): ClaimSession | null;
  close(): Promise<void>;
}

interface Held {
  readonly holder: ClaimHolder;
  /** The session in which the lock is held; null while it is in doubt whether somebody else has it. */
  session: WritingSession | null;
  /** Settles when nothing of it is on its way to the database. */
  writing: Promise<unknown>;
  /** Whether the rows have to be looked at before the claim counts again. */
  inDoubt: boolean;
}

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

const OUT_OF_SHARED_MEMORY = '53200';

export function advisoryClaims(first: WritingSession, options: AdvisoryOptions): AdvisoryClaims {
  const { logger, patienceMs, space } = options;
  const held = new Map<string, Held>();
  const closing = new AbortController();
  let session: WritingSession | null = null;
  let patience: NodeJS.Timeout | undefined;
  use(first);

  return {
    session: () => session,
    claim,
    async close() {
      closing.abort();
      clearTimeout(patience);
      await session?.end();
    },
  };

  async function claim(taskId: string, holder: ClaimHolder): Promise<Claim | null> {
    const current = session;
    if (current === null) throw databaseUnavailable();
    if (held.has(taskId)) throw new Error(`the claim on ${taskId} is held already`);
    const taken = await take(current, space, taskId);
    if (!taken) return null;
    // Lost in that very moment: whoever is told of a loss must be among the held ones.
    if (session !== current) throw databaseUnavailable();
    const mine: Held = { holder, session: current, writing: Promise.resolve(), inDoubt: false };
    held.set(taskId, mine);
    return {
      storeUnit: (unit) => over(taskId, mine, (holding) => holding.storeUnit(unit)),
      deleteTask: (deletion) => over(taskId, mine, (holding) => holding.deleteTask({ taskId, ...deletion })),
      mendStep: (mending) => over(taskId, mine, (holding) => holding.mendStep({ taskId, ...mending })),
      release: () => release(taskId, mine),
    };
  }

  function over<T>(taskId: string, mine: Held, verb: (holding: WritingSession) => Promise<T>): Promise<T> {
    if (held.get(taskId) !== mine) return Promise.reject(new ClaimGone());
    if (mine.session === null || mine.inDoubt) return Promise.reject(databaseUnavailable());
    const written = verb(mine.session);
    // What is written of one task is written in its order, so the last of it is settled last.
    mine.writing = written.catch(() => undefined);
    return written;
  }

  async function release(taskId: string, mine: Held): Promise<void> {
    if (held.get(taskId) === mine) held.delete(taskId);
    const { session: holding } = mine;
    mine.session = null;
    if (holding === null) return;
    // A run that was given up may have a unit that is not sent yet; without the lock it must not be.
    await mine.writing;
    try {
      await freeLock(holding.run, space, taskId);
    } catch (error) {
      // A lock that stays would keep every instance from the task; with its connection it goes, and the others come back.
      logger.warn({ taskId, err: error }, 'claim.not-released');
      await holding.end();
    }
  }

  function use(opened: WritingSession): void {
    // Closed while it was being opened: nobody else would end it.
    if (closing.signal.aborted) return void opened.end();
    session = opened;
    void opened.ended.then(() => lose(opened.backend));
  }

  async function lose(old: Backend): Promise<void> {
    session = null;
    if (closing.signal.aborted) return;
    logger.warn({ claims: held.size, patienceMs }, 'claims.lost');
    for (const mine of held.values()) loseAgain(mine);
    patience ??= setTimeout(giveUp, patienceMs);
    await regain([old]);
  }

  /** Until it has a connection with every claim that can be had; a connection lost meanwhile begins a regaining of its own. */
  async function regain(old: Backend[]): Promise<void> {
    for (let pauseMs = SHORTEST_PAUSE_MS; !closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        const opened = await options.open();
        return await regainOver(opened, old);
      } catch (error) {
        logger.debug({ err: error }, 'claims.not-regained');
      }
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function regainOver(opened: WritingSession, old: Backend[]): Promise<void> {
    try {
      for (const backend of old) {
        if (!(await endBackend(opened.run, backend))) throw new Error('the server keeps the lost session');
      }
      const doubted = [...held].filter(([, { inDoubt }]) => inDoubt);
      const taken = await takeLocks(
        opened.run,
        space,
        doubted.map(([taskId]) => taskId),
      );
      for (const [taskId, mine] of doubted) if (taken.has(taskId)) mine.session = opened;
      for (const [taskId, mine] of doubted) await settle(taskId, mine, opened);
    } catch (error) {
      for (const mine of held.values()) if (mine.session === opened) loseAgain(mine);
      // If it was lost too, the server may still have it, with what it has taken.
      old.push(opened.backend);
      await opened.end();
      throw error;
    }
    use(opened);
    if (![...held.values()].some(({ inDoubt }) => inDoubt)) stopPatience();
    logger.info({ claims: held.size }, 'claims.regained');
  }

  /** Whether a lock that was taken again is worth anything is in the rows: somebody may have come and gone meanwhile. */
  async function settle(taskId: string, mine: Held, opened: WritingSession): Promise<void> {
    const isOurs = mine.session === opened && mine.holder.recognises(await options.readTask(taskId));
    if (isOurs && held.get(taskId) === mine) {
      mine.inDoubt = false;
      mine.holder.hear('claim.regained');
      return;
    }
    if (held.get(taskId) === mine) giveUpOne(taskId, mine);
    if (mine.session === opened) await freeLock(opened.run, space, taskId);
    mine.session = null;
  }

  function loseAgain(mine: Held): void {
    mine.session = null;
    if (mine.inDoubt) return;
    mine.inDoubt = true;
    mine.holder.hear('claim.lost');
  }

  /** A run without a script waits on with its outcome: nothing of it can overlap, and whoever took the task shows in the rows. */
  function giveUp(): void {
    patience = undefined;
    for (const [taskId, mine] of held) if (mine.inDoubt && mine.holder.runsScript()) giveUpOne(taskId, mine);
  }

  function giveUpOne(taskId: string, mine: Held): void {
    held.delete(taskId);
    logger.error({ taskId }, 'claim.gone');
    mine.holder.hear('claim.gone');
  }

  function stopPatience(): void {
    clearTimeout(patience);
    patience = undefined;
  }
}

async function take({ run }: ClaimSession, space: string, taskId: string): Promise<boolean> {
  try {
    return (await takeLocks(run, space, [taskId])).has(taskId);
  } catch (error) {
    if (error instanceof Error && codeOf(error) === OUT_OF_SHARED_MEMORY) {
      const detail = 'The database server has no room for the lock of another running task. Try again later.';
      throw new Refusal('too-many-running', detail, { taskId, cause: error });
    }
    if (isUnavailable(error)) throw databaseUnavailable(error);
    throw error;
  }
}
