/** What the scripts room offers to readers of step logs. */

import { listAttempts, type SeenAttempt } from './list-attempts.ts';
import { findAttempt } from './log-attempts.ts';
import { type LogBeginning, readBeginning } from './log-begun.ts';
import { type LogFolders, openLog, type OpenLog } from './open-log.ts';
import type { StepKey } from './scripts.ts';

export interface LogReader {
  /** Opens the log a stored path names; the caller closes it. Throws a Refusal `log-not-available` with its reason. */
  open(logPath: string): Promise<OpenLog>;
  /** The stored path of an attempt of a step; null where no log of it is there. */
  findAttempt(taskId: string, stepNo: number, attempt: number): Promise<string | null>;
  /** Every attempt of a step that its stored path counts, oldest first; of more than 10,000 the last ones. */
  listAttempts(step: StepKey, logPath: string | null): Promise<readonly SeenAttempt[]>;
  /** Whether the log of an attempt was made, even if it is gone by now. */
  readBeginning(logPath: string): Promise<LogBeginning>;
}

export function openLogReader(folders: LogFolders): LogReader {
  return {
    open: (logPath) => openLog(folders, logPath),
    findAttempt: (taskId, stepNo, attempt) => findAttempt(folders.logDir, { taskId, stepNo }, attempt),
    listAttempts: (step, logPath) => listAttempts(folders, step, logPath),
    readBeginning: (logPath) => readBeginning(folders.logDir, logPath),
  };
}
