/** All source files below a folder of the project. */

import { globSync, readFileSync } from 'node:fs';

import type { Sources } from './source-module.ts';

export function readSources(folder: string): Sources {
  const paths = globSync(`${folder}/**/*.{ts,mts,cts,tsx,js,mjs,cjs}`).toSorted();
  return Object.fromEntries(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')]));
}
