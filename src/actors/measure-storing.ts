/** The effects of a run with a clock beside each transition: how long it takes from being handed over until it is stored. */

import type { Unit, Verdict } from '../domain/unit.ts';
import type { LiveEffects } from './live-effects.ts';
import type { RunCounts } from './run-counts.ts';
import type { Effect, Stored, UnitInput } from './run-effects.ts';

interface Handed {
  readonly unit: Unit;
  readonly atMs: number;
}

/** A transition that is sent again, because the database was away, has been waiting since its first try. */
export function measureStoring(effects: LiveEffects, counts: Pick<RunCounts, 'countStored'>): LiveEffects {
  let handed: Handed | null = null;

  const measured = (store: Effect<UnitInput, Stored>): Effect<UnitInput, Stored> => {
    return async (input, signal) => {
      const mine: Handed = handed?.unit === input.unit ? handed : { unit: input.unit, atMs: performance.now() };
      handed = mine;
      const stored = await store(input, signal);
      if (isStored(stored.verdict)) counts.countStored((performance.now() - mine.atMs) / 1000);
      return stored;
    };
  };

  return {
    ...effects,
    storeOverClaim: measured(effects.storeOverClaim),
    storeUnit: measured(effects.storeUnit),
  };
}

function isStored(verdict: Verdict): boolean {
  return verdict === 'stored' || verdict === 'already';
}
