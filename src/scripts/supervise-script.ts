/** A script that was launched: its exit, and the ways to end it and what it leaves. */

import type { LaunchedProcess } from './launcher/track-requests.ts';
import { followScript } from './follow-script.ts';
import type { PreparedAttempt } from './prepare-attempt.ts';
import { endProcesses, type Remains } from './processes/end-processes.ts';
import { signalGroup, signalProcess } from './processes/signal-process.ts';
import type { ScriptsRoom } from './room.ts';
import type { RunningScript } from './scripts.ts';
import { supervise, type Supervised } from './supervised.ts';

export function superviseScript(room: ScriptsRoom, prepared: PreparedAttempt, process: LaunchedProcess): RunningScript {
  const supervised = supervise(process);
  const exit = followScript(room, prepared, supervised);
  // Whoever started the script looks at its exit, perhaps later: until then a rejection must not end the service.
  exit.catch(() => undefined);
  const attemptId = prepared.facts.random;
  return {
    exit,
    overgrown: supervised.overgrown.promise,
    terminate: (why) => send(supervised, 'SIGTERM', why),
    kill(why) {
      send(supervised, 'SIGKILL', why);
      killMarked(room, attemptId).catch((error: unknown) => {
        prepared.logger.warn({ err: error }, 'script.not-killed');
      });
    },
    clear: () => clear(room, attemptId, supervised),
  };
}

function send(supervised: Supervised, name: 'SIGTERM' | 'SIGKILL', why: string): void {
  supervised.signal = name;
  supervised.why ??= why;
  signalGroup(supervised.process, name);
}

/** What left the group but carries the attempt's id; the next clear() looks again. */
async function killMarked(room: ScriptsRoom, attemptId: string): Promise<void> {
  for (const process of await room.readProcesses()) {
    if (process.attemptId === attemptId) signalProcess(process, 'SIGKILL');
  }
}

async function clear(room: ScriptsRoom, attemptId: string, { process, signal }: Supervised): Promise<void> {
  const killGraceMs = signal === 'SIGKILL' ? 0 : room.config.killGraceMs;
  await endProcesses({ find: () => findLeft(room, attemptId, process), killGraceMs });
  // Where the platform has no /proc to look into, this is all that can be done.
  signalGroup(process, 'SIGKILL');
}

async function findLeft(room: ScriptsRoom, attemptId: string, leader: LaunchedProcess): Promise<Remains> {
  const isGroupThere = signalGroup(leader, 0);
  const processes = await room.readProcesses();
  const left = processes.filter(
    (process) => process.attemptId === attemptId || (isGroupThere && process.group === leader.pid),
  );
  return { processes: left, unseen: false };
}
