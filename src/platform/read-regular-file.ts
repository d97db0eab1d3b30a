/** Reads a file that a setting names: all at once, and never waiting for the writer of a pipe. */

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

export interface RegularFile {
  readonly text: string;
  /** Of the file that was read, whatever becomes of its name. */
  readonly stats: Stats;
}

const MOST_BYTES = 1024 ** 2;

/** Throws an Error that says in a few words, to be put behind its name, why it cannot be used. */
export function readRegularFile(path: string): RegularFile {
  const file = open(path);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('is no file');
    if (stats.size > MOST_BYTES) throw new Error('is larger than 1 MiB');
    return { text: readFileSync(file, 'utf8'), stats };
  } finally {
    closeSync(file);
  }
}

function open(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new Error(`cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}
