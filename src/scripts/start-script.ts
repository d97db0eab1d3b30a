/** Starts the script of an attempt; whatever goes wrong before it runs is the attempt's exit. */

import type { Exit } from '../domain/outcome.ts';
import { concludeAttempt } from './conclude-attempt.ts';
import { launchScript } from './launch-script.ts';
import { putTicket } from './lock/put-ticket.ts';
import { NotStarted, orNotStarted } from './not-started.ts';
import { type PreparedAttempt, prepareAttempt } from './prepare-attempt.ts';
import type { ScriptsRoom } from './room.ts';
import type { Attempt, RunningScript } from './scripts.ts';
import { superviseScript } from './supervise-script.ts';

export async function startScript(room: ScriptsRoom, attempt: Attempt): Promise<RunningScript> {
  try {
    return await startPrepared(room, await prepareAttempt(room, attempt));
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    return neverStarted({ ...NOTHING_SEEN, kind: 'not-started', reason: error.message, at: new Date().toISOString() });
  }
}

const NOTHING_SEEN = { lastLine: null, warning: null } as const;

async function startPrepared(room: ScriptsRoom, prepared: PreparedAttempt): Promise<RunningScript> {
  try {
    await writeWaitingTicket(room, prepared);
    await room.reach?.('step.lock_taken');
    const process = await launchScript(room, prepared, true);
    await room.reach?.('step.spawned');
    prepared.record.started(process.pid);
    return superviseScript(room, prepared, process);
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    const end = { kind: 'not-started', reason: error.message } as const;
    return neverStarted(await concludeAttempt(room, prepared, { end, why: null }));
  }
}

async function writeWaitingTicket(room: ScriptsRoom, { lockPath, facts }: PreparedAttempt): Promise<void> {
  if (room.flock === null) return;
  const ticket = { attemptId: facts.random, state: 'waiting' } as const;
  await orNotStarted('cannot write the step lock', putTicket(room, lockPath, ticket));
}

/** Nothing runs, so there is nothing to end. */
function neverStarted(exit: Exit): RunningScript {
  return {
    exit: Promise.resolve(exit),
    overgrown: Promise.withResolvers<number>().promise,
    terminate: () => undefined,
    kill: () => undefined,
    clear: () => Promise.resolve(),
  };
}
