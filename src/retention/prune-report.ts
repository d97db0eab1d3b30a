/** What pruning did, or would do. */

import type { PrunedOrphans } from './prune-orphans.ts';
import type { Pruned } from './prune-tasks.ts';

export interface PruneReport {
  readonly isDryRun: boolean;
  readonly pruned: Pruned;
  /** Files of tasks that are no more; null where they were not asked for. */
  readonly orphans: PrunedOrphans | null;
  /** Whether it was told to end, and did so before it was through. */
  readonly isStopped: boolean;
}

/** Whether all that was to be deleted is. */
export function isWhole({ pruned, orphans, isStopped }: PruneReport): boolean {
  return !isStopped && pruned.reason === null && (orphans?.reason ?? null) === null;
}
