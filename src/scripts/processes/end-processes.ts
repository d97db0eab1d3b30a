/** Ends processes for good: TERM, time to tidy up, KILL, until none is left. */

import { setTimeout } from 'node:timers/promises';

import { FenceError } from '../scripts.ts';
import type { ProcessIdentity } from '../../platform/process-stat.ts';
import { signalProcess } from './signal-process.ts';

export interface Ending {
  /** What is still there. Asked again after each signal, so that children born in between are found too. */
  readonly find: () => Promise<Remains>;
  /** Between TERM and KILL; 0 kills at once. */
  readonly killGraceMs: number;
}

export interface Remains {
  readonly processes: readonly ProcessIdentity[];
  /** Whether something that cannot be seen is there besides, such as a lock held from another container. */
  readonly unseen: boolean;
}

/** How long a killed process may take to be gone. */
const AFTER_KILL_MS = 5000;

const LONGEST_PAUSE_MS = 100;

/** How many processes were found and ended. Rejects with a FenceError where they do not end. */
export async function endProcesses({ find, killGraceMs }: Ending): Promise<number> {
  const began = performance.now();
  const sent = new Map<string, NodeJS.Signals>();
  for (let pauseMs = 4; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const { processes, unseen } = await find();
    if (processes.length === 0 && !unseen) return sent.size;
    const passedMs = performance.now() - began;
    if (passedMs > killGraceMs + AFTER_KILL_MS) throw new FenceError(processes.map(({ pid }) => pid));
    sendOnce(processes, passedMs < killGraceMs ? 'SIGTERM' : 'SIGKILL', sent);
    await setTimeout(passedMs < killGraceMs ? Math.min(pauseMs, killGraceMs - passedMs) : pauseMs);
  }
}

function sendOnce(
  processes: readonly ProcessIdentity[],
  signal: NodeJS.Signals,
  sent: Map<string, NodeJS.Signals>,
): void {
  for (const process of processes) {
    const key = `${process.pid} ${process.startTime}`;
    if (sent.get(key) !== signal) signalProcess(process, signal);
    sent.set(key, signal);
  }
}
