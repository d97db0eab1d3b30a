/** Writes to a journal: opened, written and closed each time. */

import { close, constants, mkdir, open, write } from 'node:fs';
import { promisify } from 'node:util';

import { hasErrorCode } from '../scripts/log-errors.ts';

const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;

// A FileHandle costs several times as much as a descriptor.
const openFile = promisify(open);
const closeFile = promisify(close);
const writeBytes = promisify(write);
const makeFolder = promisify(mkdir);

interface Place {
  readonly folder: string;
  readonly path: string;
}

export async function createJournal(place: Place, text: string): Promise<void> {
  await writeAndClose(await createFile(place), text);
}

/** Fails where the file is gone or something else is in its place. */
export async function appendToJournal(path: string, text: string): Promise<void> {
  await writeAndClose(await openFile(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK), text);
}

async function writeAndClose(descriptor: number, text: string): Promise<void> {
  try {
    const bytes = Buffer.from(text);
    // A disk that is nearly full takes a part, and then says so.
    for (let written = 0; written < bytes.length;) {
      written += (await writeBytes(descriptor, bytes.subarray(written))).bytesWritten;
    }
  } finally {
    await closeFile(descriptor);
  }
}

/** The folder is mostly there already: the logs of the steps lie in it. */
async function createFile({ folder, path }: Place): Promise<number> {
  try {
    return await openNew(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
    await makeFolderOnce(folder);
    return openNew(path);
  }
}

function openNew(path: string): Promise<number> {
  return openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, 0o640);
}

/** Without parents: where LOG_DIR itself is gone, a disk is not mounted, and a new folder would hide that. */
async function makeFolderOnce(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o750);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
}
