/** Why a file would not run as it was meant, by its first bytes: faults that a system tells badly or not at all. */

import { access } from 'node:fs/promises';
import { resolve } from 'node:path';

import { readFirstBytes } from '../first-bytes.ts';
import { hasErrorCode } from '../log-errors.ts';

/** As many as Linux looks at for an interpreter. */
const MOST_BYTES = 256;

/** In words; null where none is found. A file that names no interpreter is run by /bin/sh. */
export async function findBeginningFault(file: string, workingDir: string): Promise<string | null> {
  const beginning = await readFirstBytes(file, MOST_BYTES);
  if (beginning === '') return 'the script is empty';
  if (beginning.startsWith('\uFEFF')) return 'the script begins with a byte order mark';
  const [line = ''] = beginning.split('\n', 1);
  if (!line.startsWith('#!')) return null;
  if (line.endsWith('\r')) return 'the script has CRLF line endings';
  return findInterpreterFault(line, workingDir);
}

/** Of one that is there but is no program, the system tells at the start. */
async function findInterpreterFault(line: string, workingDir: string): Promise<string | null> {
  const [interpreter = ''] = line.slice(2).trimStart().split(/[ \t]/, 1);
  try {
    await access(resolve(workingDir, interpreter));
    return null;
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    return `the interpreter ${JSON.stringify(interpreter)} was not found for the script`;
  }
}
