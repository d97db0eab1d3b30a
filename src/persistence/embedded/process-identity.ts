/** Which process a pid means: pids are used again, so the moment of its start belongs to its identity. */

import process from 'node:process';

import { readProcessStat } from '../../platform/process-stat.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** In clock ticks since the boot; null where the system has no /proc. */
  readonly startTime: string | null;
}

/** Identity of a living process. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, startTime: readProcessStat(pid)?.startTime ?? null };
}

/** Whether that very process lives. A zombie runs nothing any more; what its last threads hold they give back in a moment. */
export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  return startTime === null ? answersSignals(pid) : readProcessStat(pid)?.startTime === startTime;
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
