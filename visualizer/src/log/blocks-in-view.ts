/** Which blocks of lines are near to what is seen. */

import { countLines, type LogLine } from './log-window.ts';

/** As high as the style sheet makes a line. */
export const LINE_PX = 20;

export interface BlocksInView {
  readonly blocks: readonly { readonly block: readonly LogLine[]; readonly firstIndex: number }[];
  readonly linesBefore: number;
  readonly linesAfter: number;
}

/** @param top how far it is scrolled, and the height of what is seen, in pixels */
export function blocksInView(blocks: readonly (readonly LogLine[])[], top: number, height: number): BlocksInView {
  const from = (top - height) / LINE_PX;
  const to = (top + 2 * height) / LINE_PX;
  let firstIndex = 0;
  const placed = blocks.map((block) => {
    const at = firstIndex;
    firstIndex += block.length;
    return { block, firstIndex: at };
  });
  const near = placed.filter(({ block, firstIndex: at }) => at + block.length > from && at < to);
  const shown = near.length > 0 ? near : placed.slice(-1);
  const linesBefore = shown[0]?.firstIndex ?? 0;
  const drawn = countLines(shown.map(({ block }) => block));
  return { blocks: shown, linesBefore, linesAfter: firstIndex - linesBefore - drawn };
}
