/** The statuses that the page has words and colours for. */

export const STATUSES = ['PENDING', 'RUNNING', 'SUCCESS', 'FAILED'] as const;

export type Status = (typeof STATUSES)[number];

export function isKnownStatus(status: string | null): status is Status {
  return STATUSES.some((known) => known === status);
}
