/** Which process a pid means: pids are used again, so the moment of its start belongs to its identity. */

import { readFileSync } from 'node:fs';
import process from 'node:process';

export interface ProcessIdentity {
  readonly pid: number;
  /** In clock ticks since the boot; null where the system has no /proc. */
  readonly startedAt: string | null;
}

/** Identity of a living process. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: statOf(pid)?.startedAt ?? null };
}

/** Whether that very process lives. A zombie runs nothing any more; what its last threads hold they give back in a moment. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  if (startedAt === null) return answersSignals(pid);
  const stat = statOf(pid);
  return stat !== null && stat.startedAt === startedAt && stat.state !== 'Z' && stat.state !== 'X';
}

/** Field 3 and field 22 of proc_pid_stat(5); the name before them may hold spaces and parentheses. */
function statOf(pid: number): { readonly state: string; readonly startedAt: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch (error) {
    // ESRCH: it ended between open and read.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
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
