/** How long something took, or takes, for people. */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** `0.31 s`, `12.3 s`, `2 min 05 s`, `1 h 02 min`. */
export function durationText(ms: number): string {
  if (ms < 10 * SECOND_MS) return `${(Math.max(ms, 0) / SECOND_MS).toFixed(2)} s`;
  if (ms < MINUTE_MS) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ${twoDigits((ms % MINUTE_MS) / SECOND_MS)} s`;
  return `${Math.floor(ms / HOUR_MS)} h ${twoDigits((ms % HOUR_MS) / MINUTE_MS)} min`;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

/** Between two times of the API; null where one is missing. */
export function msBetween(start: string | null, end: string | null): number | null {
  return start === null || end === null ? null : Date.parse(end) - Date.parse(start);
}
