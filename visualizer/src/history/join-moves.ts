/** The moves of a run whose first ones were read and whose last ones were heard; some may be both. */

import type { Move } from './move.ts';

export function joinMoves(read: readonly Move[], heard: readonly Move[]): readonly Move[] {
  const [first] = heard;
  if (!first) return read;
  const known = read.findIndex((move) => isSameMove(move, first));
  return [...(known === -1 ? read : read.slice(0, known)), ...heard];
}

export function isSameMove(one: Move, other: Move): boolean {
  return one.at === other.at && one.from === other.from && one.to === other.to && one.why === other.why;
}
