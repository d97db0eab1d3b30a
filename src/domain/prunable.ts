/** Which tasks may be deleted for their age: those that do not run and were not touched for long. */

import type { Task } from './rows.ts';

/** RUNNING is not among them, whoever has left it so. */
export const PRUNABLE_STATUSES = ['SUCCESS', 'FAILED', 'PENDING'] as const;

export type PrunableStatus = (typeof PRUNABLE_STATUSES)[number];

export interface Pruning {
  readonly statuses: readonly PrunableStatus[];
  /** What ended before is old enough, ISO 8601. */
  readonly before: string;
}

/** A row without any time is nobody's to judge. */
export function isPrunable(
  { status, finishedAt, updatedAt, createdAt }: Task<string | null>,
  pruning: Pruning,
): boolean {
  const last = finishedAt ?? updatedAt ?? createdAt;
  const isOld = last !== null && Date.parse(last) < Date.parse(pruning.before);
  return isOld && pruning.statuses.some((prunable) => prunable === status);
}
