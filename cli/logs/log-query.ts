/** Which part of which log is wanted. */

export interface LogQuery {
  /** The last so many lines. */
  readonly tail?: number;
  /** The log of this start of the step. */
  readonly attempt?: number;
}

export function logQuery({ tail, attempt }: LogQuery, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(more);
  if (tail !== undefined) query.set('tail', String(tail));
  if (attempt !== undefined) query.set('attempt', String(attempt));
  return query.size === 0 ? '' : `?${query.toString()}`;
}
