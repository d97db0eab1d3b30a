/** What must be there before a script can be launched: its log folder, and its record. */

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { type LogPathFacts, parseLogPath } from '../domain/log-path.ts';
import type { Logger } from '../logger.ts';
import { stepLockPath } from './lock/step-lock.ts';
import { NotStarted, orNotStarted } from './not-started.ts';
import { recordPath } from './record/attempt-record.ts';
import { keepRecord, type RecordKeeper } from './record/keep-record.ts';
import type { ScriptsRoom } from './room.ts';
import type { Attempt } from './scripts.ts';

export interface PreparedAttempt {
  readonly attempt: Attempt;
  readonly facts: LogPathFacts;
  /** Absolute. */
  readonly logPath: string;
  readonly lockPath: string;
  readonly record: RecordKeeper;
  /** Knows which attempt it is. */
  readonly logger: Logger;
}

/** Throws a NotStarted. */
export async function prepareAttempt(room: ScriptsRoom, attempt: Attempt): Promise<PreparedAttempt> {
  const facts = parseLogPath(attempt.logPath);
  if (facts === null) throw new NotStarted('the log path was not made by this service');
  const logPath = join(room.config.logDir, attempt.logPath);
  await orNotStarted('cannot create the log folder', makeFolder(dirname(logPath)));
  const { taskId, stepNo } = attempt;
  const logger = room.logger.child({ taskId, stepNo, attempt: facts.attempt });
  return {
    attempt,
    facts,
    logPath,
    logger,
    lockPath: stepLockPath(room, attempt),
    record: beginRecord(room, logger, logPath),
  };
}

/** Without parents: where LOG_DIR itself is gone, a disk is not mounted, and a new folder in its place would hide that. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o750 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function beginRecord({ host, place }: ScriptsRoom, logger: Logger, logPath: string): RecordKeeper {
  const begin = { host, place, startedAt: new Date().toISOString() };
  return keepRecord({ path: recordPath(logPath), begin, logger });
}
