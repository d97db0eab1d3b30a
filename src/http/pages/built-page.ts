/** A built page: the files of one flat folder, read once and kept, so that no path of a request ever reaches the disk. */

import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { tagOf } from '../tag-of.ts';

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  /** A strong ETag, without its quotes. */
  readonly tag: string;
}

/** By their names. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
]);

/** Gives null where nothing was built. What was found once is kept for good: a new build is seen after a restart. */
export function keepBuiltPage(folder: string): () => Promise<PageFiles | null> {
  let kept: PageFiles | null = null;
  return async () => (kept ??= await readBuiltPage(folder));
}

async function readBuiltPage(folder: string): Promise<PageFiles | null> {
  const names = await readdir(folder).catch(ignoreMissing);
  if (!names.includes('index.html')) return null;
  const served = names.filter((name) => TYPES.has(extname(name)));
  return new Map(await Promise.all(served.map(async (name) => [name, await readPageFile(folder, name)] as const)));
}

async function readPageFile(folder: string, name: string): Promise<PageFile> {
  const body = await readFile(join(folder, name));
  const tag = tagOf(body);
  return { type: TYPES.get(extname(name)) ?? 'application/octet-stream', body, tag };
}

/** A folder that is not there has no files. */
function ignoreMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
