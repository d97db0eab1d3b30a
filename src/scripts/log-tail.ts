/** Where the last lines of a log begin, found by reading backwards. */

import type { OpenLog } from './open-log.ts';

const BLOCK_BYTES = 64 * 1024;
const MOST_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * The offset of the last `lines` lines, at most 1 MiB before `size` and never inside a character of UTF-8.
 * A last line without an end counts as one.
 */
export async function tailStart(log: OpenLog, size: number, lines: number): Promise<number> {
  const floor = Math.max(0, size - MOST_BYTES);
  // The end of the last line does not begin another one.
  let end = Math.max(floor, size - 1);
  let missing = lines;
  while (end > floor) {
    const start = Math.max(floor, end - BLOCK_BYTES);
    const block = await log.read(start, end - start);
    // Byte by byte: a call for each line would take twenty times as long where lines are short.
    for (let at = block.length - 1; at >= 0; at -= 1) {
      if (block[at] === NEWLINE && (missing -= 1) === 0) return start + at + 1;
    }
    end = start;
  }
  return floor === 0 ? 0 : floor + (await countContinuation(log, floor));
}

async function countContinuation(log: OpenLog, offset: number): Promise<number> {
  const bytes = await log.read(offset, 3);
  const first = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  // Three in a row are no UTF-8 anyway.
  return Math.max(0, first);
}
