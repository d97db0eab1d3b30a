/** Reads the record of an attempt. */

import { constants, type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import { hasErrorCode } from '../log-errors.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { parseRecord, RECORD_BYTES } from './record-format.ts';

/** What a look at a record came to: the record, or why there is none. */
export type RecordLook =
  | { readonly state: 'whole'; readonly record: AttemptRecord }
  /** `torn`: not written to its end; `not-a-file`: a link, a pipe or the like is in its place. */
  | { readonly state: 'missing' | 'torn' | 'not-a-file' | 'unreadable' };

/** Null where there is none, or none that is whole: it only adds words to a message. */
export async function readRecord(path: string): Promise<AttemptRecord | null> {
  const look = await lookAtRecord(path);
  return look.state === 'whole' ? look.record : null;
}

/** Follows no link and waits for no writer. Never rejects. */
export async function lookAtRecord(path: string): Promise<RecordLook> {
  const look = await lookOnce(path);
  // It may have been written in that very moment.
  return look.state === 'torn' ? lookOnce(path) : look;
}

async function lookOnce(path: string): Promise<RecordLook> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    if (!(await lstat(dirname(path))).isDirectory()) return { state: 'missing' };
    // Before it is opened: to open a device may do something.
    if (!(await lstat(path)).isFile()) return { state: 'not-a-file' };
    const record = await readAndClose(await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    return record === null ? { state: 'torn' } : { state: 'whole', record };
  } catch (error) {
    return { state: hasErrorCode(error, 'ENOENT', 'ENOTDIR') ? 'missing' : 'unreadable' };
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
