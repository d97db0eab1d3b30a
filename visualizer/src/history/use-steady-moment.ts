/** Keeps the moment that somebody chose where it is, when earlier moves of its run become known after it. */

import { useLayoutEffect, useRef } from 'preact/hooks';

import { adjust } from '../routing/place.ts';
import { isSameMove } from './join-moves.ts';
import type { Move, RunHistory } from './move.ts';

interface Moment {
  readonly run: string | null;
  readonly t: number | null;
  readonly move: Move | null;
}

/** @param t how many moves are shown; null: all */
export function useSteadyMoment({ run, moves }: RunHistory, t: number | null): void {
  const chosen = useRef<Moment>({ run: null, t: null, move: null });
  const move = t === null ? null : (moves[t - 1] ?? null);
  useLayoutEffect(() => {
    const before = chosen.current;
    chosen.current = { run, t, move };
    if (!before.move || !move || before.run !== run || before.t !== t) return;
    const known = before.move;
    if (isSameMove(known, move)) return;
    const index = moves.findIndex((one) => isSameMove(one, known));
    if (index !== -1) adjust({ t: index + 1 });
  }, [run, t, move]);
}
