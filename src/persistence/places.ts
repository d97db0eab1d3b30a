/** Places at the database: so much work at once, and the rest waits, no longer than a verb may take. */

import pLimit from 'p-limit';

import { SilentDatabaseError, VERB_LIMIT_MS, whileAvailable } from './unavailable.ts';

export type Places = <T>(work: () => Promise<T>) => Promise<T>;

/** Work whose time is up before there is a place for it is refused with `database-unavailable`, and never begun. */
export function openPlaces(most: number): Places {
  const limit = pLimit(most);
  return <T>(work: () => Promise<T>) => {
    const until = performance.now() + VERB_LIMIT_MS;
    return whileAvailable(() =>
      limit(() => {
        if (performance.now() > until) throw new SilentDatabaseError(VERB_LIMIT_MS);
        return work();
      }),
    );
  };
}
