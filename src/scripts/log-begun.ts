/** Whether the log of an attempt was ever made: its record, `<same name>.json`, is made right after it. */

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import { parseLogPath } from '../domain/log-path.ts';
import { hasErrorCode } from './log-errors.ts';

export async function wasBegun(logDir: string, logPath: string): Promise<boolean> {
  // A path of another format is of an adopted row: whatever wrote its log is no attempt of ours.
  if (parseLogPath(logPath) === null) return true;
  try {
    await lstat(join(logDir, logPath.replace(/\.log$/, '.json')));
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
