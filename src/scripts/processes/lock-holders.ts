/** Who holds the kernel lock on a file. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

import { listPids } from './list-pids.ts';
import { type ProcessIdentity, readProcessStat } from '../../platform/process-stat.ts';
import { tryRead } from '../../platform/try-read.ts';

/**
 * Every process that has the lock through a descriptor, inherited ones too. /proc/locks would not do: in a container it
 * omits a lock whose taker is dead, although its children still hold it.
 */
export async function findLockHolders(lockPath: string): Promise<readonly ProcessIdentity[]> {
  const found: ProcessIdentity[] = [];
  for await (const pid of listPids()) {
    const stat = holds(pid, lockPath) ? readProcessStat(pid) : null;
    if (stat) found.push(stat);
  }
  return found;
}

function holds(pid: number, lockPath: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return tryRead(() => readdirSync(folder), [])
    .filter((fd) => tryRead(() => readlinkSync(`${folder}/${fd}`), '') === lockPath)
    .some((fd) => hasLock(pid, fd));
}

/** Whoever only reads or writes the ticket has the file open without the lock, and is nobody to end. */
function hasLock(pid: number, fd: string): boolean {
  return tryRead(() => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1'), '').includes('FLOCK');
}
