/** Makes a folder and the folders above it that are missing. */

import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * As mkdir does with `recursive`, which on Linux never comes back where a file system takes no folders (below /proc).
 * Throws the system's error, such as EACCES, or EEXIST where something else is in the way.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || (await isThere(dirname(path)))) throw error;
    await makeFolder(dirname(path), mode);
    await makeFolder(path, mode);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
