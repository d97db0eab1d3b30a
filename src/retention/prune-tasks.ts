/** Deletes old tasks that do not run, each under its claim, with its steps and files, while services go on running others. */

import { isPrunable, type Pruning } from '../domain/prunable.ts';
import type { Claim, ClaimHolder } from '../persistence/claims/claims.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { codeOf } from '../persistence/unavailable.ts';
import { findTaskFiles } from '../scripts/task-files.ts';

export interface PruneOptions {
  readonly persistence: Pick<Persistence, 'listPrunable' | 'readSummary' | 'claims'>;
  readonly logDir: string;
  readonly pruning: Pruning;
  /** Only tells what would be deleted. */
  readonly isDryRun: boolean;
  /** Called after each page of tasks that were looked at. */
  readonly onProgress: (pruned: Pruned) => void;
  /** Ends it after the tasks at hand. */
  readonly stopping: AbortSignal;
}

/** What was deleted so far, or would have been. */
export interface Pruned {
  readonly tasks: number;
  readonly steps: number;
  readonly files: number;
  /** Old enough, but somebody runs or has changed them meanwhile, or other rows refer to them. */
  readonly kept: number;
  /** Tasks whose files could not all be removed, with the first reason. */
  readonly unremoved: number;
  readonly reason: string | null;
}

export const NOTHING: Pruned = { tasks: 0, steps: 0, files: 0, kept: 0, unremoved: 0, reason: null };

/** So many tasks at a time: as many claims, and a part of the connections. */
const AT_ONCE = 4;

export async function pruneTasks(options: PruneOptions): Promise<Pruned> {
  const { persistence, pruning, isDryRun, onProgress, stopping } = options;
  let pruned = NOTHING;
  let after: string | null = null;
  do {
    const { taskIds, next } = await persistence.listPrunable(pruning, after);
    for (let from = 0; from < taskIds.length && !stopping.aborted; from += AT_ONCE) {
      const some = taskIds.slice(from, from + AT_ONCE);
      const prune = (taskId: string) => (isDryRun ? lookAtOne(options, taskId) : pruneOne(options, taskId));
      for (const one of await Promise.all(some.map(prune))) pruned = add(pruned, one);
      onProgress(pruned);
    }
    after = next;
  } while (after !== null && !stopping.aborted);
  return pruned;
}

async function lookAtOne({ persistence, logDir, pruning }: PruneOptions, taskId: string): Promise<Pruned> {
  const summary = await persistence.readSummary(taskId);
  if (summary === null || !isPrunable(summary.task, pruning)) return NOTHING;
  const { count } = await findTaskFiles(logDir, taskId);
  return { ...NOTHING, tasks: 1, steps: summary.totalSteps, files: count };
}

async function pruneOne(options: PruneOptions, taskId: string): Promise<Pruned> {
  const claim = await options.persistence.claims.claim(taskId, HOLDER);
  if (claim === null) return KEPT;
  try {
    return await pruneClaimed(options, taskId, claim);
  } catch (error) {
    if (isReferredTo(error)) return KEPT;
    throw error;
  } finally {
    await claim.release();
  }
}

/** As it is now: it may have run again since it was listed. */
async function pruneClaimed(
  { persistence, logDir, pruning }: PruneOptions,
  taskId: string,
  claim: Claim,
): Promise<Pruned> {
  const summary = await persistence.readSummary(taskId);
  if (summary === null) return NOTHING;
  if (!isPrunable(summary.task, pruning)) return KEPT;
  const files = await findTaskFiles(logDir, taskId);
  if ((await claim.deleteTask({ status: summary.task.status, fenced: [] })) !== 'deleted') return KEPT;
  const { removed, failed } = await files.remove();
  const done = { ...NOTHING, tasks: 1, steps: summary.totalSteps, files: removed };
  return failed === null ? done : { ...done, unremoved: 1, reason: failed };
}

const KEPT: Pruned = { ...NOTHING, kept: 1 };

/** Nothing runs under these claims, and one that was lost is not worth regaining: the task is looked at the next time. */
const HOLDER: ClaimHolder = { hear: () => undefined, runsScript: () => false, recognises: () => false };

const FOREIGN_KEY_VIOLATION = '23503';

/** Adopted tables may have others that point to theirs. */
function isReferredTo(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === FOREIGN_KEY_VIOLATION;
}

function add(sum: Pruned, one: Pruned): Pruned {
  return {
    tasks: sum.tasks + one.tasks,
    steps: sum.steps + one.steps,
    files: sum.files + one.files,
    kept: sum.kept + one.kept,
    unremoved: sum.unremoved + one.unremoved,
    reason: sum.reason ?? one.reason,
  };
}
