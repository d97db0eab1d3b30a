/** Every attempt of a step that its log_path counts, by the files that are left of it. */

import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

import { countAttempts, formatLogPath, type LogPathFacts, parseLogPath, taskFolder } from '../domain/log-path.ts';
import { Refusal } from '../domain/refusal.ts';
import { hasErrorCode } from './log-errors.ts';
import { type LogFolders, openLog } from './open-log.ts';
import { recordPath } from './record/attempt-record.ts';
import { lookAtRecord, type RecordLook } from './record/read-record.ts';
import type { StepKey } from './scripts.ts';

export interface SeenAttempt {
  /** From 1. */
  readonly attempt: number;
  /** From the names of its files; null where there are none. */
  readonly facts: LogPathFacts | null;
  readonly hasLog: boolean;
  readonly look: RecordLook;
}

/** A row may say any number; of more than this only the last ones are shown. */
const MOST_ATTEMPTS = 10_000;

/** How many records are read at the same time. */
const AT_ONCE = 16;

const MISSING = { facts: null, hasLog: false, look: { state: 'missing' } } as const;

/** Oldest first. @param logPath as the row of the step has it: it names the last attempt. */
export async function listAttempts(
  folders: LogFolders,
  step: StepKey,
  logPath: string | null,
): Promise<readonly SeenAttempt[]> {
  const last = countAttempts(logPath);
  if (logPath === null) return [];
  const first = Math.max(1, last - MOST_ATTEMPTS + 1);
  const found = await findFiles(folders.logDir, step, { first, last });
  const seen: SeenAttempt[] = [];
  for (let from = first; from < last; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, last - from) }, (_, index) => from + index);
    seen.push(...(await Promise.all(numbers.map((attempt) => seeEarlier(folders, attempt, found.get(attempt))))));
  }
  return [...seen, await seeLast(folders, last, logPath)];
}

/** The files of one attempt. */
interface Found {
  /** Of its log, relative to LOG_DIR, whether it is there or not. */
  readonly logPath: string;
  readonly facts: LogPathFacts;
  readonly hasLog: boolean;
}

async function seeEarlier({ logDir }: LogFolders, attempt: number, found: Found | undefined): Promise<SeenAttempt> {
  if (!found) return { attempt, ...MISSING };
  const { logPath, facts, hasLog } = found;
  return { attempt, facts, hasLog, look: await lookAtRecord(recordPath(join(logDir, logPath))) };
}

async function seeLast(folders: LogFolders, attempt: number, logPath: string): Promise<SeenAttempt> {
  const facts = parseLogPath(logPath);
  const hasLog = await isLog(folders, logPath);
  // A log of others, in an adopted row, has no record.
  if (facts === null) return { attempt, ...MISSING, hasLog };
  return { attempt, facts, hasLog, look: await lookAtRecord(recordPath(join(folders.logDir, logPath))) };
}

async function isLog(folders: LogFolders, logPath: string): Promise<boolean> {
  try {
    const log = await openLog(folders, logPath);
    await log.close();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** One look at the folder of the task, name by name: it holds the files of all its steps. */
async function findFiles(logDir: string, step: StepKey, { first, last }: Range): Promise<ReadonlyMap<number, Found>> {
  const found = new Map<number, Found>();
  for await (const entry of entriesOf(join(logDir, taskFolder(step.taskId)))) {
    const file = parseName(step, entry);
    if (!file || file.facts.attempt < first || file.facts.attempt > last) continue;
    const other = found.get(file.facts.attempt);
    found.set(file.facts.attempt, other ? choose(other, file) : file);
  }
  return found;
}

/** Both files of an attempt come by, the log perhaps later; of several with one number, that which `log?attempt=` shows. */
function choose(one: Found, other: Found): Found {
  if (one.logPath === other.logPath) return { ...one, hasLog: one.hasLog || other.hasLog };
  if (one.hasLog !== other.hasLog) return one.hasLog ? one : other;
  return one.logPath < other.logPath ? one : other;
}

function parseName({ taskId, stepNo }: StepKey, entry: Dirent): Found | null {
  const { name } = entry;
  if (!name.startsWith(`${stepNo}.`)) return null;
  const logPath = `${taskFolder(taskId)}/${name.replace(/\.json$/, '.log')}`;
  const facts = parseLogPath(logPath);
  // The parts of the name are compared by making the name again.
  if (facts === null || formatLogPath(taskId, stepNo, facts) !== logPath) return null;
  return { logPath, facts, hasLog: name.endsWith('.log') && entry.isFile() };
}

/** Nothing where the folder is not there, is a link, or may not be read. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    if ((await lstat(folder)).isDirectory()) yield* await opendir(folder);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) throw error;
  }
}
