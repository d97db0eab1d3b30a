/** Reads the record of an attempt. */

import { constants, type FileHandle, open } from 'node:fs/promises';

import type { AttemptRecord } from './attempt-record.ts';
import { parseRecord, RECORD_BYTES } from './record-format.ts';

/** Null where there is none, or none that is whole. */
export async function readRecord(path: string): Promise<AttemptRecord | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    return await readAndClose(await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  } catch {
    // It only adds words to a message: whatever keeps it from being read, there is none.
    return null;
  }
}

async function readAndClose(file: FileHandle): Promise<AttemptRecord | null> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(RECORD_BYTES), 0, RECORD_BYTES, 0);
    return parseRecord(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
