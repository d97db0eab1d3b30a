/** Puts the ticket into a step lock, and makes the folder of the locks again where somebody has removed it. */

import { mkdir } from 'node:fs/promises';

import type { Logger } from '../../logger.ts';
import { hasErrorCode } from '../log-errors.ts';
import { restoreLockDirId } from './lock-dir-id.ts';
import { checkOwner, openLockDir } from './open-lock-dir.ts';
import { type Ticket, writeTicket } from './ticket.ts';

export interface LockFolder {
  /** Real path. */
  readonly lockDir: string;
  readonly lockDirId: string;
  readonly logger: Logger;
}

/** What cleans up a temporary folder must not stop every task of this service until its next start. */
export async function putTicket(folder: LockFolder, lockPath: string, ticket: Ticket): Promise<void> {
  try {
    // Once it was removed, somebody else may have been faster to put a folder or a link in its place.
    await checkOwner(folder.lockDir);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw tell(folder, error);
    await makeAgain(folder);
  }
  await writeTicket(lockPath, ticket);
}

/** The message of the step has only the code. */
function tell({ logger }: LockFolder, error: unknown): unknown {
  logger.error({ err: error }, 'locks.not-safe');
  return error;
}

/**
 * As safe as at the start, and the same place as before: what still runs under a lock of the removed folder is found by its
 * open descriptor. Without parents: where they are gone too, a disk is not mounted.
 */
async function makeAgain({ lockDir, lockDirId, logger }: LockFolder): Promise<void> {
  await mkdir(lockDir, { mode: 0o700 }).catch(ignoreExisting);
  await openLockDir(lockDir);
  await restoreLockDirId(lockDir, lockDirId);
  logger.warn({ lockDir }, 'locks.folder-made-again');
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
