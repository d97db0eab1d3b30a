/** The lock file of a step: one for each step of each database on this host. */

import { hash } from 'node:crypto';
import { join } from 'node:path';

import type { StepKey } from '../scripts.ts';

export interface LockPlace {
  readonly lockDir: string;
  readonly databaseIdentity: string;
}

export const LOCK_SUFFIX = '.lock';

export function stepLockPath({ lockDir, databaseIdentity }: LockPlace, { taskId, stepNo }: StepKey): string {
  const sum = hash('sha256', JSON.stringify([databaseIdentity, taskId, stepNo]));
  return join(lockDir, `${sum.slice(0, 32)}${LOCK_SUFFIX}`);
}
