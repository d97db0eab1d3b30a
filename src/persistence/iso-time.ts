/** Times as the domain has them: ISO 8601 in UTC with milliseconds. */

/** @param stored as pg gives a timestamptz where no parser is set: "2026-11-29 20:15:45.639123+00", or "infinity". */
export function isoTime(stored: string | null): string | null {
  if (stored === null) return null;
  const date = new Date(stored);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
