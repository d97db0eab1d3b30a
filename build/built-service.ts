/** The folder of the built service. */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const FOLDER = join(import.meta.dirname, '../dist/service');

/** Written last: without it the folder may hold anything. */
const FINGERPRINT = 'made-of.txt';

/** The fingerprint of what it was built of; null where it is not there whole. */
export function readBuilt(): string | null {
  try {
    return readFileSync(join(FOLDER, FINGERPRINT), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Every file is there whole or not at all, for two builds at once too. */
export function writeBuilt(texts: ReadonlyMap<string, string>, fingerprint: string): void {
  mkdirSync(FOLDER, { recursive: true });
  const former = readdirSync(FOLDER).filter((name) => !texts.has(name));
  for (const [name, text] of texts) write(name, text);
  for (const name of former) if (name !== FINGERPRINT) rmSync(join(FOLDER, name), { force: true });
  write(FINGERPRINT, fingerprint);
}

function write(name: string, text: string): void {
  const path = join(FOLDER, name);
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}
