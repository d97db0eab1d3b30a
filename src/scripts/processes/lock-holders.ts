/** Who holds kernel locks on the files of a folder. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';

import { type ProcessIdentity, readProcessStat } from '../../platform/process-stat.ts';
import { tryRead } from '../../platform/try-read.ts';
import { listPids } from './list-pids.ts';

/** By the path of the locked file. */
export type LockHolders = ReadonlyMap<string, readonly ProcessIdentity[]>;

/**
 * Every process that has a lock through a descriptor, inherited ones too. /proc/locks would not do: in a container it
 * omits a lock whose taker is dead, although its children still hold it.
 *
 * @param lockDir real path
 */
export async function findLockHolders(lockDir: string): Promise<LockHolders> {
  const found = new Map<string, ProcessIdentity[]>();
  for await (const pid of listPids()) {
    const locks = locksOf(pid, lockDir);
    const stat = locks.length > 0 ? readProcessStat(pid) : null;
    if (stat === null) continue;
    for (const lock of locks) found.set(lock, [...(found.get(lock) ?? []), stat]);
  }
  return found;
}

/** So the kernel marks a file that somebody has removed: whoever holds a lock on it is to be found all the same. */
const REMOVED = / \(deleted\)$/;

function locksOf(pid: number, lockDir: string): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  const locks = new Set<string>();
  for (const fd of tryRead(() => readdirSync(folder), [])) {
    const path = tryRead(() => readlinkSync(`${folder}/${fd}`), '').replace(REMOVED, '');
    if (dirname(path) === lockDir && hasLock(pid, fd)) locks.add(path);
  }
  return [...locks];
}

/** Whoever only reads or writes the ticket has the file open without the lock, and is nobody to end. */
function hasLock(pid: number, fd: string): boolean {
  return tryRead(() => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1'), '').includes('FLOCK');
}
