/** The statuses that the page has words and colours for. */

export const STATUSES = ['PENDING', 'RUNNING', 'SUCCESS', 'FAILED'] as const;

/** What the page calls RUNNING that nobody runs; no row says so. */
export const INTERRUPTED = 'interrupted';

export type Status = (typeof STATUSES)[number];

export function isKnownStatus(status: string | null): status is Status {
  return STATUSES.some((known) => known === status);
}
