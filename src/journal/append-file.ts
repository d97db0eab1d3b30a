/** Writes to a journal: opened, written and closed each time. */

import { close, constants, mkdir, open, write } from 'node:fs';
import { promisify } from 'node:util';

const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;

// A FileHandle costs several times as much as a descriptor.
const openFile = promisify(open);
const closeFile = promisify(close);
const writeBytes = promisify(write);
const makeFolder = promisify(mkdir);

export async function createJournal(
  { folder, path }: { readonly folder: string; readonly path: string },
  text: string,
): Promise<void> {
  try {
    // Without parents: where LOG_DIR itself is gone, a disk is not mounted, and a new folder would hide that.
    await makeFolder(folder, 0o750);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  await writeAndClose(await openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, 0o640), text);
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
