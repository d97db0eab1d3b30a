/** What the built service was made of, as one sum. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');

/** Of all that goes into it: the sources, the versions of the packages, and how it is put together. */
export async function fingerprintSources(): Promise<string> {
  const paths = [...(await listFiles('src')), ...(await listFiles('build')), 'package-lock.json'];
  const sum = createHash('sha256');
  for (const [index, content] of (await Promise.all(paths.map(readSource))).entries()) {
    sum.update(`${paths[index]} ${content.length}\n`).update(content);
  }
  return sum.digest('hex');
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(PROJECT, folder), { recursive: true });
  return entries
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => join(folder, entry))
    .toSorted();
}

function readSource(path: string): Promise<Buffer> {
  return readFile(join(PROJECT, path));
}
