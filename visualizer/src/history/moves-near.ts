/** The moves that are listed: those near to the moment that is shown, for a run may have thousands. */

import type { Move } from './move.ts';

export interface NumberedMove {
  readonly move: Move;
  /** Counted from 1. */
  readonly number: number;
}

/** How many are listed before the moment that is shown, and after it. */
const NEAR = 120;

/** @param isWhole whether the small ones are listed too */
export function movesNear(moves: readonly Move[], count: number, isWhole: boolean): readonly NumberedMove[] {
  const from = Math.max(0, count - NEAR);
  return moves
    .slice(from, count + NEAR)
    .map((move, index) => ({ move, number: from + index + 1 }))
    .filter(({ move, number }) => isWhole || number === count || !isSmall(move));
}

/** Those on the way to storing something, which are the same for each transition and say nothing of this one. */
export function isSmall({ to, event, stored }: Move): boolean {
  return stored === null && event === null && /\.(checking|sending|choosing)$/.test(to);
}
