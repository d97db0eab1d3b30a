/** How long a service is away, and how soon it is asked again. */

export interface Absence {
  hasBegun(): boolean;
  /** The service is there again. */
  over(): void;
  /** Longer from time to time; null: the patience is over. */
  nextPauseMs(): number | null;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;

export function openAbsence(patienceMs: number): Absence {
  let since: number | null = null;
  let pauseMs = FIRST_PAUSE_MS;
  return {
    hasBegun: () => since !== null,
    over() {
      since = null;
      pauseMs = FIRST_PAUSE_MS;
    },
    nextPauseMs() {
      since ??= performance.now();
      const leftMs = since + patienceMs - performance.now();
      if (leftMs <= 0) return null;
      const next = Math.min(pauseMs, leftMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      return next;
    },
  };
}
