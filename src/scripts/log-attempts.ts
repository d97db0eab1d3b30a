/** Finds the log of an attempt of a step: all of them lie in the folder of their task. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { formatLogPath, parseLogPath, taskFolder } from '../domain/log-path.ts';
import { hasErrorCode } from './log-errors.ts';
import type { StepKey } from './scripts.ts';

/** Its path relative to LOG_DIR; null where there is none. */
export async function findAttempt(
  logDir: string,
  { taskId, stepNo }: StepKey,
  attempt: number,
): Promise<string | null> {
  for (const name of await listFolder(join(logDir, taskFolder(taskId)))) {
    const path = `${taskFolder(taskId)}/${name}`;
    const facts = parseLogPath(path);
    // The parts of the name are compared by making the name again.
    if (facts?.attempt === attempt && formatLogPath(taskId, stepNo, facts) === path) return path;
  }
  return null;
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
}
