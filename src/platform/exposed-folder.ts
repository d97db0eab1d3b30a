/** Whether a folder that was there already is one in which every user may put and replace files. */

import { stat } from 'node:fs/promises';

export interface ExposedFolder {
  readonly setting: string;
  readonly folder: string;
  readonly reason: string;
  readonly advice: string;
}

const OTHERS_MAY_WRITE = 0o002;

/**
 * What to tell of it; null where all is well. It is used all the same: a volume of a container may have no other mode. Its
 * group is let in by whoever set the mode.
 */
export async function findExposure(setting: string, folder: string): Promise<ExposedFolder | null> {
  if (((await stat(folder)).mode & OTHERS_MAY_WRITE) === 0) return null;
  return { setting, folder, reason: 'every user may put and replace files in it', advice: 'chmod o-w' };
}
