/** Writes the record of an attempt: once at its start, then in place. */

import { constants, type FileHandle, open } from 'node:fs/promises';

import type { AttemptRecord } from './attempt-record.ts';
import { formatRecord, RECORD_BYTES } from './record-format.ts';

export async function createRecord(path: string, record: AttemptRecord): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o640);
  await writeAndClose(file, record);
}

/**
 * Never waits for the reader of a pipe that a script has put in its place.
 * @param durable whether it must have reached the disk.
 */
export async function overwriteRecord(path: string, record: AttemptRecord, durable: boolean): Promise<void> {
  const { O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  await writeAndClose(file, record, durable);
}

async function writeAndClose(file: FileHandle, record: AttemptRecord, durable = false): Promise<void> {
  try {
    await file.write(formatRecord(record), 0, RECORD_BYTES, 0);
    if (durable) await file.datasync();
  } finally {
    await file.close();
  }
}
