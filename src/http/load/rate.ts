/** How often each caller does a thing within a time, which begins with the first time and is counted anew once it is over. */

import { TTLCache } from '@isaacs/ttlcache';

export interface Rate {
  take(caller: string): Taken;
}

export interface Taken {
  /** Seconds until the next try, at least 1; null where this one is within the rate. */
  readonly retryAfterS: number | null;
  /** Makes it as if this one had not been. */
  giveBack(): void;
}

/** So that strangers cannot fill the memory; those whose time is over next are forgotten first. */
const MOST_CALLERS = 10_000;

export function openRate(most: number, withinMs: number): Rate {
  const counts = new TTLCache<string, { taken: number }>({ ttl: withinMs, max: MOST_CALLERS, checkAgeOnGet: true });
  return {
    take(caller) {
      const count = counts.get(caller) ?? { taken: 0 };
      if (count.taken >= most)
        return { retryAfterS: secondsIn(counts.getRemainingTTL(caller)), giveBack: () => undefined };
      if (count.taken === 0) counts.set(caller, count);
      count.taken += 1;
      return { retryAfterS: null, giveBack: () => void (count.taken -= 1) };
    },
  };
}

function secondsIn(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
