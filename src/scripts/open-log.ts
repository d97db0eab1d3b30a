/** Opens the file of a stored log path: a regular file inside the log folders, reached over no symbolic link. */

import { constants, type ReadStream, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { Refusal } from '../domain/refusal.ts';
import { isInside } from './is-inside.ts';
import { hasErrorCode } from './log-errors.ts';

/** Where logs may lie. */
export interface LogFolders {
  readonly logDir: string;
  /** Further folders that stored log paths may point into. */
  readonly logRoots: readonly string[];
}

/** An opened log. What is read is the file that was checked, whatever happens to its name afterwards. */
export interface OpenLog {
  /** Its size now, in bytes. */
  size(): Promise<number>;
  /** At most `length` bytes from `position` on; fewer at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  /** The bytes from `start` up to, not including, `end`; at least one. The stream closes the log when it ends. */
  stream(start: number, end: number): ReadStream;
  close(): Promise<void>;
}

/** Why a log is not available. */
type Reason = 'missing' | 'outside-root' | 'not-a-file' | 'unreadable';

export async function openLog(folders: LogFolders, logPath: string): Promise<OpenLog> {
  const path = locate(folders, logPath);
  const handle = await openFile(path);
  try {
    await check(folders, path, handle);
    return wrap(handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The absolute path, which lies in one of the folders as far as its text tells. */
function locate({ logDir, logRoots }: LogFolders, logPath: string): string {
  const path = resolve(logDir, logPath);
  const isSound = logPath !== '' && !logPath.includes('\0') && !logPath.split('/').includes('..');
  if (!isSound || ![logDir, ...logRoots].some((root) => isInside(root, path))) throw unavailable('outside-root');
  return path;
}

/** Without waiting for the writer of a pipe; looked at first, because opening a device may do something. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    if (!(await lstat(path)).isFile()) throw unavailable('not-a-file');
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw translate(error);
  }
}

/** The opened file is regular, has no other name, and lies in one of the folders. */
async function check({ logDir, logRoots }: LogFolders, path: string, handle: FileHandle): Promise<void> {
  const opened = await handle.stat();
  if (!opened.isFile() || opened.nlink > 1) throw unavailable('not-a-file');
  const real = (await pathOfOpened(handle)) ?? (await confirmPath(path, opened));
  const roots = await Promise.all([logDir, ...logRoots].map(realPath));
  if (!roots.some((root) => root !== null && isInside(root, real))) throw unavailable('outside-root');
}

/** As the kernel tells it: no name is looked up again, which may have changed meanwhile. Null on a platform without /proc. */
async function pathOfOpened({ fd }: FileHandle): Promise<string | null> {
  return readlink(`/proc/self/fd/${fd}`).catch(() => null);
}

/** The real path, if it leads to the opened file now. */
async function confirmPath(path: string, opened: Stats): Promise<string> {
  const real = await realPath(path);
  const named = real === null ? null : await stat(real).catch(() => null); // Gone in this very moment.
  if (real === null || named?.ino !== opened.ino || named.dev !== opened.dev) throw unavailable('missing');
  return real;
}

async function realPath(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw translate(error);
  }
}

function wrap(handle: FileHandle): OpenLog {
  return {
    async size() {
      return (await handle.stat()).size;
    },
    async read(position, length) {
      // Of bytes that are not filled here only those are handed out that were read.
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
    stream: (start, end) => handle.createReadStream({ start, end: end - 1 }),
    close: () => handle.close(),
  };
}

function translate(error: unknown): unknown {
  if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return unavailable('missing', error);
  if (hasErrorCode(error, 'ELOOP', 'ENXIO', 'ENODEV')) return unavailable('not-a-file', error);
  if (hasErrorCode(error, 'EACCES', 'EPERM', 'EIO')) return unavailable('unreadable', error);
  return error;
}

const DETAILS: Readonly<Record<Reason, string>> = {
  missing: 'The file of the log is gone.',
  'outside-root': 'The stored path of the log leads out of the log folders.',
  'not-a-file': 'What the stored path of the log names is not a regular file of its own.',
  unreadable: 'The file of the log may not or cannot be read.',
};

function unavailable(reason: Reason, cause?: unknown): Refusal {
  return new Refusal('log-not-available', DETAILS[reason], { reason, cause });
}
