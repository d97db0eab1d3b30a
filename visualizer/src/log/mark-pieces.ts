/** Marks what is searched for in a line, also where its colours change in the middle of it. */

import type { Piece } from './read-line.ts';

export interface MarkedPiece extends Piece {
  readonly isMarked: boolean;
}

/** The text of a line as it is seen. */
export function plainText(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** @param query compared without regard to case; nothing is marked where it is empty */
export function markPieces(pieces: readonly Piece[], query: string): readonly MarkedPiece[] {
  const ranges = findAll(plainText(pieces).toLowerCase(), query.toLowerCase());
  let at = 0;
  return pieces.flatMap((piece) => {
    const from = at;
    at += piece.text.length;
    return cutPiece(piece, from, ranges);
  });
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function findAll(text: string, query: string): readonly Range[] {
  const ranges: Range[] = [];
  if (query === '') return ranges;
  for (let from = text.indexOf(query); from !== -1; from = text.indexOf(query, from + query.length)) {
    ranges.push({ from, to: from + query.length });
  }
  return ranges;
}

function cutPiece(piece: Piece, from: number, ranges: readonly Range[]): readonly MarkedPiece[] {
  const { text, classes, color, background } = piece;
  const length = text.length;
  const own = ranges
    .map((range) => ({ from: Math.max(0, range.from - from), to: Math.min(length, range.to - from) }))
    .filter((range) => range.from < range.to);
  const cuts = [...new Set([0, ...own.flatMap((range) => [range.from, range.to]), length])];
  return cuts.slice(0, -1).map((start, index) => ({
    classes,
    color,
    background,
    text: text.slice(start, cuts[index + 1]),
    isMarked: own.some((range) => range.from === start),
  }));
}
