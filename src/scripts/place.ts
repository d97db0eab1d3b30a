/** Which host this is, as far as step locks go: two services with the same place see each other's locks. */

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** 8 hex digits that change with each boot, which frees all locks, and with the folder of the locks. */
export async function findPlace(host: string, lockDirId: string): Promise<string> {
  const boot = (await readBootId()) ?? host;
  return hash('sha256', `${boot} ${lockDirId}`).slice(0, 8);
}

async function readBootId(): Promise<string | null> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch {
    // Another platform than Linux: the host's name must do.
    return null;
  }
}
