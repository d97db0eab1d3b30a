/** Follows a launched script to its exit; where the step lock was held, ends the holder and launches it again. */

import type { Exit } from '../domain/outcome.ts';
import { concludeAttempt, type End } from './conclude-attempt.ts';
import { findLockRemains } from './find-lock-remains.ts';
import { type Judgement, judgeEnd } from './judge-end.ts';
import { launchScript } from './launch-script.ts';
import type { ProcessEnd } from './launcher/messages.ts';
import { putTicket } from './lock/put-ticket.ts';
import { readTicket } from './lock/ticket.ts';
import { NotStarted, orNotStarted } from './not-started.ts';
import type { PreparedAttempt } from './prepare-attempt.ts';
import { endProcesses } from './processes/end-processes.ts';
import { signalGroup } from './processes/signal-process.ts';
import { describeRefusal } from './program/describe-refusal.ts';
import type { ScriptsRoom } from './room.ts';
import { FenceError } from './scripts.ts';
import { replaceProcess, type Supervised } from './supervised.ts';

/** Each one after whoever was in the way was ended, so a second is rare and a third a fault. */
const MOST_TRIES = 3;

/** Rejects with a LauncherDied where it cannot be told how the script ended. */
export async function followScript(
  room: ScriptsRoom,
  prepared: PreparedAttempt,
  supervised: Supervised,
): Promise<Exit> {
  const end = await findEnd(room, prepared, supervised);
  return concludeAttempt(room, prepared, { end, why: supervised.why });
}

async function findEnd(room: ScriptsRoom, prepared: PreparedAttempt, supervised: Supervised): Promise<End> {
  try {
    for (let tries = 1; ; tries += 1) {
      const end = await supervised.process.ended;
      const judgement = await judge(room, prepared, end);
      if (judgement.kind === 'ended') {
        await room.reach?.('step.exited');
        return scriptEnd(end);
      }
      if (judgement.kind === 'refused') throw new NotStarted(await describeRefusal(prepared.logPath));
      if (judgement.kind === 'not-started' || judgement.kind === 'unknown') return judgement;
      if (tries === MOST_TRIES) throw new NotStarted('cannot take the step lock: somebody takes it again and again');
      await makeWay(room, prepared, judgement.kind);
      await launchAgain(room, prepared, supervised);
    }
  } catch (error) {
    if (error instanceof NotStarted) return { kind: 'not-started', reason: error.message };
    throw error;
  }
}

async function judge(
  { flock }: ScriptsRoom,
  { lockPath, facts }: PreparedAttempt,
  end: ProcessEnd,
): Promise<Judgement> {
  if (flock === null) return { kind: 'ended' };
  try {
    return judgeEnd(end, await readTicket(lockPath), facts.random);
  } catch (error) {
    return judgeUnread(end, error as NodeJS.ErrnoException, facts.random);
  }
}

/** Most ends tell without the ticket whose they are. */
function judgeUnread(end: ProcessEnd, { code }: NodeJS.ErrnoException, attemptId: string): Judgement {
  const judgement = judgeEnd(end, null, attemptId);
  if (judgement.kind !== 'swept') return judgement;
  return { kind: 'unknown', reason: `the ticket in the step lock cannot be read: ${code ?? 'unknown error'}` };
}

function scriptEnd({ exitCode, signal }: ProcessEnd): End {
  if (signal !== null) return { kind: 'signalled', signal };
  if (exitCode !== null) return { kind: 'exited', exitCode };
  return { kind: 'unknown', reason: 'the system did not say how the script ended' };
}

/** Only here, before a start, is the holder of the lock ended: a daemon that the step left when it ran last. */
async function makeWay(
  room: ScriptsRoom,
  { lockPath, facts }: PreparedAttempt,
  obstacle: 'locked' | 'swept',
): Promise<void> {
  if (obstacle === 'swept') {
    const ticket = { attemptId: facts.random, state: 'waiting' } as const;
    return orNotStarted('cannot write the step lock', putTicket(room, lockPath, ticket));
  }
  try {
    const { killGraceMs } = room.config;
    await endProcesses({ find: () => findLockRemains(room, lockPath), killGraceMs });
  } catch (error) {
    if (!(error instanceof FenceError)) throw error;
    throw new NotStarted(`cannot take the step lock: ${error.message}`, { cause: error });
  }
}

async function launchAgain(room: ScriptsRoom, prepared: PreparedAttempt, supervised: Supervised): Promise<void> {
  if (supervised.signal) throw new NotStarted('stopped before its script was started');
  replaceProcess(supervised, await launchScript(room, prepared, false));
  prepared.record.started(supervised.process.pid);
  // A stop that came meanwhile went to the process before.
  if (supervised.signal) signalGroup(supervised.process, supervised.signal);
}
