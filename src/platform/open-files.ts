/** How many files, sockets among them, this process may have open at once. */

import { readFileSync } from 'node:fs';

import { tryRead } from './try-read.ts';

/** Null where there is no limit, and where it cannot be told. */
export function readMostOpenFiles(): number | null {
  const limits = tryRead(() => readFileSync('/proc/self/limits', 'latin1'), '');
  const soft = /^Max open files +(?<soft>\d+) /m.exec(limits)?.groups?.['soft'];
  return soft === undefined ? null : Number(soft);
}
