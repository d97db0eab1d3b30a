/** The random id of a lock folder: two services see each other's locks exactly where they read the same one. */

import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Made where it is missing. Throws an Error with one clear line. */
export async function readLockDirId(lockDir: string): Promise<string> {
  const path = join(lockDir, 'id');
  const id = (await readId(path)) ?? (await createId(path, newId()));
  if (!/^[0-9a-f]{32}\n$/.test(id)) throw new Error(`${path} is damaged; remove it while no service uses the folder`);
  return id.trim();
}

/** The id of a folder that was removed, unless another service has given it a new one meanwhile. */
export async function restoreLockDirId(lockDir: string, id: string): Promise<void> {
  await createId(join(lockDir, 'id'), id);
}

function newId(): string {
  return randomBytes(16).toString('hex');
}

async function readId(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Error(`${path} cannot be read: ${code}`, { cause: error });
  }
}

/** By a link to a whole file: of two services that begin at the same time one makes the id, and none reads a half. */
async function createId(path: string, id: string): Promise<string> {
  const draft = `${path}.${newId()}`;
  try {
    await writeFile(draft, `${id}\n`, { mode: 0o600, flag: 'wx' });
    await link(draft, path).catch(ignoreExisting);
    return (await readId(path)) ?? '';
  } catch (error) {
    throw new Error(`${path} cannot be made: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
