/** The four status words, of tasks and steps alike. */

export const STATUSES = ['PENDING', 'RUNNING', 'SUCCESS', 'FAILED'] as const;

/** PENDING never executed; RUNNING being executed, or residue of a dead process; SUCCESS ended well; FAILED did not. */
export type Status = (typeof STATUSES)[number];

/** Whether a stored text is one of the four words, spelled exactly. */
export function isStatus(text: string | null): text is Status {
  return STATUSES.some((status) => status === text);
}
