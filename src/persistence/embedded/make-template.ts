/** Makes the template of the embedded database, where it is not there whole. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readTemplate, writeTemplate } from './database-template.ts';
import { makeAnew } from './make-database.ts';

export async function makeTemplate(path: string): Promise<void> {
  if (isWhole(path)) return;
  const folder = await mkdtemp(join(tmpdir(), 'tms-init-template-'));
  try {
    await makeAnew(folder);
    writeTemplate(path, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isWhole(path: string): boolean {
  try {
    return readTemplate(path) !== null;
  } catch {
    return false; // Damaged: what is made now takes its place.
  }
}
