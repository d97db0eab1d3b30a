/** A value of the API that a part of the page keeps watching for as long as it is shown. */

import { useEffect, useState } from 'preact/hooks';

import type { Fault } from './problem.ts';
import { watch } from './watch.ts';

export interface Watched<T> {
  /** undefined: not known yet. */
  readonly value: T | undefined;
  /** The path that the value is of: that of before until the new one is answered. */
  readonly of: string | null;
  readonly fault: Fault | null;
}

/** @param path null: there is nothing to ask for yet */
export function useWatched<T>(path: string | null, everyMs: number): Watched<T> {
  const [watched, setWatched] = useState<Watched<T>>({ value: undefined, of: null, fault: null });
  useEffect(() => {
    if (path === null) return;
    const shown = new AbortController();
    void watch<T>(
      {
        path,
        onValue: (value) => setWatched({ value, of: path, fault: null }),
        onFault: (fault) => setWatched((known) => ({ ...known, fault })),
        everyMs: () => everyMs,
      },
      shown.signal,
    );
    return () => shown.abort();
  }, [path, everyMs]);
  return watched;
}
