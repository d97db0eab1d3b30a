/** Where the files of the project lie, whether it runs from its sources or as `build/service.ts` has built it. */

import { basename, join } from 'node:path';

/** This file is two folders below it in both cases: in `src/platform`, and as a part of a file in `dist/service`. */
export const PROJECT = join(import.meta.dirname, '../..');

const IS_BUILT = import.meta.filename.endsWith('.js');

/**
 * The file of a program that runs in a process or thread of its own.
 *
 * @param source as in `src/scripts/launcher/launcher.ts`; its name stands in PROGRAMS of `build/service.ts` too.
 */
export function programFile(source: string): string {
  return IS_BUILT ? join(PROJECT, 'dist/service', `${basename(source, '.ts')}.js`) : join(PROJECT, source);
}
