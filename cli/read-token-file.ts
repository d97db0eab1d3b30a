/** Reads the file that holds a token: one line, which nobody else may read. */

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import process from 'node:process';

import { misuse } from './faults/fault.ts';
import { isToken } from './is-token.ts';

const OTHERS = 0o077;
const MOST_BYTES = 4096;

/** @param name what names the file, for the Fault that is thrown where it cannot be used. */
export function readTokenFile(path: string, name: string): string {
  const token = read(path, name).trim();
  // What it holds is not repeated: it may be a secret all the same.
  if (!isToken(token)) throw misuse(`${name} ${path} does not hold a token, which is one line`);
  return token;
}

function read(path: string, name: string): string {
  const file = open(path, name);
  try {
    const stats = fstatSync(file);
    const { mode, uid, size } = stats;
    if (!stats.isFile()) throw misuse(`${name} ${path} is no file`);
    if (uid !== process.getuid?.() && uid !== 0) throw misuse(`${name} ${path} belongs to user ${uid}`);
    if ((mode & OTHERS) !== 0) throw misuse(`${name} ${path} is open to other users; chmod 600 closes it`);
    if (size > MOST_BYTES) throw misuse(`${name} ${path} does not hold a token, which is one line`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function open(path: string, name: string): number {
  try {
    // A pipe in its place would be waited for.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw misuse(`${name} ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`, error);
  }
}
