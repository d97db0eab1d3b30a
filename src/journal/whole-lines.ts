/** The lines of a journal that were written to their ends. */

import type { OpenLog } from '../scripts/open-log.ts';

/** Longer than any line of ours. */
const LONGEST_LINE_BYTES = 64 * 1024;

const NEWLINE = 0x0a;

export interface WholeLines {
  /** Their bytes, from the beginning of the file on. */
  readonly size: number;
  readonly isCut: boolean;
}

export async function wholeLines(log: OpenLog): Promise<WholeLines> {
  const { start, bytes } = await readTail(log);
  const size = start + bytes.lastIndexOf(NEWLINE) + 1;
  return { size, isCut: size < start + bytes.length };
}

export async function firstLine(log: OpenLog): Promise<string> {
  const bytes = await log.read(0, LONGEST_LINE_BYTES);
  return bytes.subarray(0, Math.max(0, bytes.indexOf(NEWLINE))).toString();
}

/** The last one that has an end. */
export async function lastLine(log: OpenLog): Promise<string> {
  const { bytes } = await readTail(log);
  const end = bytes.lastIndexOf(NEWLINE);
  if (end < 1) return '';
  return bytes.subarray(bytes.lastIndexOf(NEWLINE, end - 1) + 1, end).toString();
}

async function readTail(log: OpenLog): Promise<{ readonly start: number; readonly bytes: Buffer }> {
  const start = Math.max(0, (await log.size()) - LONGEST_LINE_BYTES);
  return { start, bytes: await log.read(start, LONGEST_LINE_BYTES) };
}
