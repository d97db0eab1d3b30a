/** Which of the loaded lines have what is searched for. */

import type { LogLine } from './log-window.ts';
import { plainText } from './mark-pieces.ts';
import { readLine } from './read-line.ts';

/** Counted from 0 over all blocks. */
export function findLines(blocks: readonly (readonly LogLine[])[], query: string): readonly number[] {
  const wanted = query.toLowerCase();
  if (wanted === '') return [];
  const found: number[] = [];
  let index = 0;
  for (const line of blocks.flat()) {
    if (seenText(line).toLowerCase().includes(wanted)) found.push(index);
    index += 1;
  }
  return found;
}

/** Most lines have nothing that would have to be taken out of them. */
function seenText(line: LogLine): string {
  // oxlint-disable-next-line no-control-regex -- only control characters are not shown
  return /[\u0000-\u0008\u000B-\u001F\u007F]/.test(line.text) ? plainText(readLine(line)) : line.text;
}
