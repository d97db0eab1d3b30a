/** The folder of the step locks: made where it is missing, and refused where locks in it would protect nothing. */

import { lstat, realpath, statfs } from 'node:fs/promises';
import process from 'node:process';

import { makeFolder } from '../../platform/make-folder.ts';

/** By statfs(2). On these a lock may not be seen by other hosts, or hang with their server. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
  [0x19830326, 'BeeGFS'],
]);

/** Its real path, as the kernel tells it of open files. Throws an Error with one clear line. */
export async function openLockDir(lockDir: string): Promise<string> {
  await makeLockDir(lockDir);
  const real = await realpath(lockDir);
  await checkOwner(lockDir);
  await checkFileSystem(real);
  return real;
}

async function makeLockDir(lockDir: string): Promise<void> {
  try {
    await makeFolder(lockDir, 0o700);
  } catch (error) {
    throw new Error(`LOCK_DIR ${lockDir} cannot be made: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}

/**
 * Others must not be able to put files or links in it, above all in a shared temporary folder. Throws an Error with one
 * clear line, or the system's own where there is none.
 */
export async function checkOwner(lockDir: string): Promise<void> {
  const found = await lstat(lockDir);
  if (found.isSymbolicLink()) throw new UnsafeFolder(`LOCK_DIR ${lockDir} is a symbolic link; name the folder itself`);
  const { uid, mode } = found;
  const own = process.getuid?.() ?? uid;
  if (uid !== own) {
    throw new UnsafeFolder(`LOCK_DIR ${lockDir} belongs to user ${uid}, not to user ${own} of this service`);
  }
  if ((mode & 0o077) !== 0) throw new UnsafeFolder(`LOCK_DIR ${lockDir} is open to other users; chmod 700 closes it`);
}

class UnsafeFolder extends Error {
  override readonly name = 'UnsafeFolder';
  /** As a message of a step tells it, which has no path in it. */
  readonly code = 'EPERM';
}

async function checkFileSystem(lockDir: string): Promise<void> {
  const { type } = await statfs(lockDir);
  // Some platforms give the number with a sign.
  const name = NETWORK_FILE_SYSTEMS.get(type >>> 0);
  if (name) throw new Error(`LOCK_DIR ${lockDir} is on a network file system (${name}); locks need a local one`);
}
