/** Whether the log of an attempt was ever made, by what the record beside it says. */

import { join } from 'node:path';

import { parseLogPath } from '../domain/log-path.ts';
import { recordPath } from './record/attempt-record.ts';
import { readRecord } from './record/read-record.ts';

/** `unknown` where there is no record: not yet, not any more, or not of ours. */
export type LogBeginning = 'begun' | 'not-begun' | 'unknown';

export async function readBeginning(logDir: string, logPath: string): Promise<LogBeginning> {
  const record = parseLogPath(logPath) ? await readRecord(recordPath(join(logDir, logPath))) : null;
  if (record === null) return 'unknown';
  // A process has a pid, and its log was opened before it was started.
  return record.pid === null ? 'not-begun' : 'begun';
}
