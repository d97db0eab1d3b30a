/** Reads the journals of the runs of a task, which lie beside its logs. */

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { taskFolder } from '../domain/log-path.ts';
import { Refusal } from '../domain/refusal.ts';
import { hasErrorCode } from '../scripts/log-errors.ts';
import { type LogFolders, openLog, type OpenLog } from '../scripts/open-log.ts';
import { type BeginLine, type EndLine, parseBegin, parseEnd } from './journal-lines.ts';
import { isRunId, journalName, runOf } from '../domain/journal-name.ts';
import { firstLine, lastLine, wholeLines } from './whole-lines.ts';

export interface JournalReader {
  /** The last so many runs of a task, newest first. */
  list(taskId: string, limit: number): Promise<readonly SeenRun[]>;
  /** Throws a Refusal `run-not-found`. The caller closes it. */
  open(taskId: string, run: string): Promise<OpenedJournal>;
}

export interface SeenRun {
  readonly run: string;
  /** Null where it cannot be read. */
  readonly begin: BeginLine | null;
  /** Null while it goes on, and where whoever had it died. */
  readonly end: EndLine | null;
}

export interface OpenedJournal {
  readonly log: OpenLog;
  /** The bytes of its whole lines. */
  readonly size: number;
  /** Whether there is the beginning of another line behind them: somebody died while writing it, or is writing it. */
  readonly isCut: boolean;
}

/** How many are read at the same time. */
const AT_ONCE = 16;

export function openJournalReader({ logDir }: Pick<LogFolders, 'logDir'>): JournalReader {
  const folders = { logDir, logRoots: [] };
  return {
    async list(taskId, limit) {
      const runs = (await listRuns(join(logDir, taskFolder(taskId)))).slice(0, limit);
      const seen: SeenRun[] = [];
      for (let from = 0; from < runs.length; from += AT_ONCE) {
        const some = runs.slice(from, from + AT_ONCE);
        seen.push(...(await Promise.all(some.map((run) => seeRun(folders, taskId, run)))));
      }
      return seen;
    },
    async open(taskId, run) {
      const log = isRunId(run) ? await openJournal(folders, taskId, run) : null;
      if (log === null)
        throw new Refusal('run-not-found', 'There is no journal of such a run of this task.', { taskId });
      const { size, isCut } = await wholeLines(log);
      return { log, size, isCut };
    },
  };
}

/** Newest first: their ids sort by time. Nothing where the folder is not there or is a link. */
async function listRuns(folder: string): Promise<readonly string[]> {
  try {
    if (!(await lstat(folder)).isDirectory()) return [];
    const runs = (await readdir(folder)).flatMap((name) => runOf(name) ?? []);
    return runs.toSorted().toReversed();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
}

async function seeRun(folders: LogFolders, taskId: string, run: string): Promise<SeenRun> {
  const log = await openJournal(folders, taskId, run);
  if (log === null) return { run, begin: null, end: null };
  try {
    const [first, last] = [await firstLine(log), await lastLine(log)];
    return { run, begin: parseBegin(first), end: parseEnd(last) };
  } finally {
    await log.close();
  }
}

/** Null where there is none, or where something else than a file of its own is in its place. */
async function openJournal(folders: LogFolders, taskId: string, run: string): Promise<OpenLog | null> {
  try {
    return await openLog(folders, `${taskFolder(taskId)}/${journalName(run)}`);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
