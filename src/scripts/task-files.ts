/** The files of a task in LOG_DIR (logs, records of attempts, journals), and their removal. */

import { constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readlink, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { taskFolder } from '../domain/log-path.ts';
import { isTaskFile } from '../domain/task-files.ts';
import { hasErrorCode } from './log-errors.ts';

export interface TaskFiles {
  /** How many there are of the service's own. */
  readonly count: number;
  /**
   * Removes those that were there when they were looked for, and then the folder where it is empty: whatever came since
   * belongs to a new task of the same id. What is not a file of the service is left. Never follows a link.
   */
  remove(): Promise<RemovedFiles>;
}

export interface RemovedFiles {
  readonly removed: number;
  /** The code of the first error, such as EACCES, where some could not be removed; null where all are gone. */
  readonly failed: string | null;
}

/** To be called before the rows are deleted. */
export function findTaskFiles(logDir: string, taskId: string): Promise<TaskFiles> {
  return findFilesIn(logDir, taskFolder(taskId));
}

/**
 * @param folder the name of a task's folder in LOG_DIR.
 * @param beforeMs only files that were not written to since.
 */
export async function findFilesIn(logDir: string, folder: string, beforeMs = Infinity): Promise<TaskFiles> {
  const list = async (path: string) => onlyOld(path, await listOwn(folder, path), beforeMs);
  const names = (await within(join(logDir, folder), list)) ?? [];
  return { count: names.length, remove: () => remove(join(logDir, folder), names) };
}

async function listOwn(folder: string, path: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of await opendir(path)) if (isTaskFile(folder, name)) names.push(name);
  return names;
}

async function onlyOld(path: string, names: readonly string[], beforeMs: number): Promise<readonly string[]> {
  if (beforeMs === Infinity) return names;
  const old: string[] = [];
  for (const name of names) if (await isOlder(join(path, name), beforeMs)) old.push(name);
  return old;
}

async function isOlder(path: string, beforeMs: number): Promise<boolean> {
  try {
    return (await lstat(path)).mtimeMs < beforeMs;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function remove(path: string, names: readonly string[]): Promise<RemovedFiles> {
  if (names.length === 0) return { removed: 0, failed: await removeFolder(path) };
  const done = await within(path, (opened) => unlinkAll(opened, names));
  if (done === null) return { removed: 0, failed: null };
  return { ...done, failed: done.failed ?? (await removeFolder(path)) };
}

async function unlinkAll(folder: string, names: readonly string[]): Promise<RemovedFiles> {
  let removed = 0;
  let failed: string | null = null;
  for (const name of names) {
    try {
      await unlink(join(folder, name));
      removed++;
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) failed ??= codeOf(error);
    }
  }
  return { removed, failed };
}

/** One that holds something else, or was replaced by a link, stays. */
async function removeFolder(path: string): Promise<string | null> {
  try {
    await rmdir(path);
    return null;
  } catch (error) {
    return hasErrorCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR') ? null : codeOf(error);
  }
}

/** What `use` gives for an opened folder; null where there is none, or a link or something else in its place. */
async function within<T>(path: string, use: (path: string) => Promise<T>): Promise<T | null> {
  const folder = await openFolder(path);
  if (folder === null) return null;
  try {
    return await use(await pathOfOpened(folder, path));
  } finally {
    await folder.close();
  }
}

async function openFolder(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return null;
    throw error;
  }
}

/** By the opened folder itself, whatever is put in the place of its name meanwhile. The name on a platform without /proc. */
async function pathOfOpened({ fd }: FileHandle, path: string): Promise<string> {
  const opened = `/proc/self/fd/${fd}`;
  return readlink(opened).then(
    () => opened,
    () => path,
  );
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  throw error;
}
