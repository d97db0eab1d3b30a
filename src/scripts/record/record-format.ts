/** An attempt record as bytes: one JSON line of a fixed length that shows whether it is whole. */

import { hash } from 'node:crypto';

import type { AttemptRecord } from './attempt-record.ts';

/** Taken at the start, so that a full disk cannot stop the end from being written. */
export const RECORD_BYTES = 1024;

/** Both together fit with everything else. */
const MOST_HOST = 64;
const MOST_CAUSE = 400;

export function formatRecord(record: AttemptRecord): Buffer {
  const { host, cause } = record;
  const fitting = { ...record, host: fit(host, MOST_HOST), cause: cause && fit(cause, MOST_CAUSE) };
  const line = JSON.stringify({ checksum: checksumOf(fitting), record: fitting });
  const bytes = Buffer.alloc(RECORD_BYTES, ' ');
  bytes.write(line);
  bytes.write('\n', RECORD_BYTES - 1);
  return bytes;
}

/** One byte in JSON for each character. */
function fit(text: string, most: number): string {
  return text.replaceAll(/[^ !#-[\]-~]/g, '?').slice(0, most);
}

/** Null where it is short, was not written to its end, or is no record of ours. */
export function parseRecord(bytes: Buffer): AttemptRecord | null {
  if (bytes.length !== RECORD_BYTES) return null;
  const content = parse(bytes.toString('utf8'));
  if (!content?.record || content.checksum !== checksumOf(content.record)) return null;
  return isRecord(content.record) ? content.record : null;
}

interface Content {
  readonly checksum: string;
  readonly record: AttemptRecord;
}

function parse(text: string): Content | null {
  try {
    return JSON.parse(text) as Content | null;
  } catch {
    // A torn write: the same as none.
    return null;
  }
}

/** A script can write beside its log too, and what it makes up must not be taken for a record. */
function isRecord(record: AttemptRecord): boolean {
  const { host, place, startedAt, pid, exitCode, endedAt, signal, cause } = record;
  const isText = [host, place, startedAt].every((value) => typeof value === 'string');
  const isNumeric = [pid, exitCode].every((value) => value === null || Number.isSafeInteger(value));
  return isText && isNumeric && [endedAt, signal, cause].every((value) => value === null || typeof value === 'string');
}

function checksumOf(record: AttemptRecord): string {
  return hash('sha256', JSON.stringify(record)).slice(0, 16);
}
