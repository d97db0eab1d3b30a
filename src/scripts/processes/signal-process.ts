/** Sends a signal to a process or a process group, and never to a later one that has got its number. */

import process from 'node:process';

import { findStartTime, type ProcessIdentity, readProcessStat } from '../../platform/process-stat.ts';

export function signalProcess({ pid, startTime }: ProcessIdentity, signal: NodeJS.Signals): void {
  if (readProcessStat(pid)?.startTime === startTime) send(pid, signal);
}

export interface GroupLeader {
  readonly pid: number;
  /** Null where the platform does not say. */
  readonly startTime: string | null;
}

/**
 * To the group that a process was started to lead; 0 only asks. While anything of the group lives, the kernel gives its
 * number to no other process; so only a process with this number and another start time shows that the group is gone.
 */
export function signalGroup({ pid, startTime }: GroupLeader, signal: NodeJS.Signals | 0): boolean {
  const now = findStartTime(pid);
  if (now !== null && startTime !== null && now !== startTime) return false;
  return send(-pid, signal);
}

/** Whether there was anybody to get it. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return false;
    // A process of another user (sudo): it is there, it cannot be ended, and whoever waits for it says so.
    if (code === 'EPERM') return true;
    throw error;
  }
}
