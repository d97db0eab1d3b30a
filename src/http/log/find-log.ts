/** The log a caller asks for: which attempt, and its file where there is one by now. */

import { countAttempts } from '../../domain/log-path.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Step } from '../../domain/rows.ts';
import type { LogReader } from '../../scripts/log-reader.ts';
import type { OpenLog } from '../../scripts/open-log.ts';

export interface FoundLog {
  /** 0 where the step was never started. */
  readonly attempt: number;
  /** Whether it is the last attempt, the one that may still be written. */
  readonly isCurrent: boolean;
  /** null where nothing was written yet; the caller closes it. */
  readonly log: OpenLog | null;
}

/** Throws a Refusal `log-not-available`. */
export async function findLog(
  logs: LogReader,
  taskId: string,
  step: Step<string | null>,
  attempt: number | undefined,
): Promise<FoundLog> {
  const current = countAttempts(step.logPath);
  if (attempt !== undefined && attempt !== current) {
    return { attempt, isCurrent: false, log: await openOlder(logs, taskId, step.stepNo, attempt) };
  }
  const log = step.logPath === null ? null : await openCurrent(logs, step, step.logPath);
  return { attempt: current, isCurrent: true, log };
}

async function openOlder(logs: LogReader, taskId: string, stepNo: number, attempt: number): Promise<OpenLog> {
  const logPath = await logs.findAttempt(taskId, stepNo, attempt);
  if (logPath !== null) return logs.open(logPath);
  throw new Refusal('log-not-available', `There is no log of attempt ${attempt}.`, { reason: 'missing', taskId });
}

/** RUNNING is stored before the log is made: until then there is nothing; what is missing after that is gone. */
async function openCurrent(logs: LogReader, { status }: Step<string | null>, logPath: string): Promise<OpenLog | null> {
  try {
    return await logs.open(logPath);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'missing') throw error;
    const beginning = await logs.readBeginning(logPath);
    // Where the script could not be started at all, there never was a log.
    if (beginning === 'not-begun' || (beginning === 'unknown' && status === 'RUNNING')) return null;
    // It may have been made since the first look; then it is there now.
    return logs.open(logPath);
  }
}
