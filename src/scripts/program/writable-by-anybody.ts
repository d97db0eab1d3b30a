/** Whether any user of this host may change what a file is. */

import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The mode of the last class; who is in the group of a file was chosen by its owner. */
const OTHERS_MAY_WRITE = 0o002;

/**
 * By its own mode, or by that of a folder from `root` down, where it could be replaced.
 *
 * @param file real path inside the real path `root`
 */
export async function canAnybodyWrite(file: string, root: string): Promise<boolean> {
  for (let path = file; ; path = dirname(path)) {
    const { mode } = await lstat(path);
    if ((mode & OTHERS_MAY_WRITE) !== 0) return true;
    if (path === root) return false;
  }
}
