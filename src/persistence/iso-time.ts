/** Times as the domain has them: ISO 8601 in UTC with milliseconds. */

/** @param stored as pg gives a timestamptz where no parser is set: "2026-11-29 20:15:45.639123+00", or "infinity". */
export function isoTime(stored: string | null): string | null {
  return stored === null ? null : isoOf(new Date(stored));
}

/** null for a time that a Date cannot hold, such as infinity. */
export function isoOf(date: Date | null | undefined): string | null {
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
