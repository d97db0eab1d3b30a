/** What the kernel says of one process by its pid. */

import { readFileSync } from 'node:fs';

import { tryRead } from './try-read.ts';

/** A process, told apart from a later one that has got its pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** In ticks since boot. */
  readonly startTime: string;
}

export interface ProcessStat extends ProcessIdentity {
  /** The id of its process group. */
  readonly group: number;
}

/** Null where there is no such process, where it is a zombie, and where the platform has no /proc. */
export function readProcessStat(pid: number): ProcessStat | null {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'latin1'), '');
  // The name, in parentheses, may itself hold blanks and parentheses.
  const [state, , group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const startTime = rest[16];
  if (state === undefined || startTime === undefined || 'ZX'.includes(state)) return null;
  return { pid, startTime, group: Number(group) };
}

/** Null also where it cannot be told now: for those who do something to a process that is their own anyway. */
export function findStartTime(pid: number): string | null {
  try {
    return readProcessStat(pid)?.startTime ?? null;
  } catch {
    // No descriptor is left to look with.
    return null;
  }
}
