/** Deletes what is old, by what was asked for and the settings of the service. */

import type { Config } from '../config.ts';
import { Refusal } from '../domain/refusal.ts';
import { EmbeddedDatabaseError } from '../persistence/embedded/embedded-database-error.ts';
import { codeOf, isUnavailable } from '../persistence/unavailable.ts';
import { UnusableDatabaseError } from '../persistence/unusable-database.ts';
import { counted, describePruned } from './describe-report.ts';
import { openRetention } from './open-retention.ts';
import { pruneOrphans } from './prune-orphans.ts';
import type { PruneReport } from './prune-report.ts';
import type { PruneRequest } from './prune-request.ts';
import { NOTHING, type Pruned, pruneTasks } from './prune-tasks.ts';
import { RetentionError } from './retention-error.ts';

export interface PruneTold {
  /** Called with a line on how it gets on. */
  readonly progress: (line: string) => void;
  /** Ends it after the tasks at hand. */
  readonly stopping: AbortSignal;
}

const PROGRESS_EVERY_MS = 2000;

/** Rejects with a RetentionError, whose message is one line. */
export async function prune(
  config: Config,
  { pruning, isDryRun, isWithOrphans }: PruneRequest,
  { progress, stopping }: PruneTold,
): Promise<PruneReport> {
  let pruned = NOTHING;
  try {
    await using rooms = new AsyncDisposableStack();
    const persistence = await openRetention(config, rooms);
    const common = { persistence, logDir: config.logDir, isDryRun, stopping };
    const tell = rarely((sum: Pruned) => progress(describePruned(sum, isDryRun)));
    const onProgress = (sum: Pruned) => tell((pruned = sum));
    pruned = await pruneTasks({ ...common, pruning, onProgress });
    const orphans = isWithOrphans ? await pruneOrphans({ ...common, beforeMs: Date.parse(pruning.before) }) : null;
    return { isDryRun, pruned, orphans, isStopped: stopping.aborted };
  } catch (error) {
    throw toOneLine(error, pruned);
  }
}

function rarely<Value>(tell: (value: Value) => void): (value: Value) => void {
  let toldMs = performance.now();
  return (value) => {
    if (performance.now() - toldMs < PROGRESS_EVERY_MS) return;
    toldMs = performance.now();
    tell(value);
  };
}

const MAY_NOT = '42501';

function toOneLine(error: unknown, { tasks }: Pruned): unknown {
  if (error instanceof Error && codeOf(error) === MAY_NOT) {
    return new RetentionError('The role of the database may not delete: grant it DELETE on both tables.', {
      cause: error,
    });
  }
  const isTold = [Refusal, RetentionError, EmbeddedDatabaseError, UnusableDatabaseError].some(
    (kind) => error instanceof kind,
  );
  if (!isTold || !(error instanceof Error)) return error;
  const done = tasks > 0 ? ` ${counted(tasks, 'task')} had been deleted; run it again to go on.` : '';
  return new RetentionError(`${error.message}${done}`, { cause: error, isUnreachable: isAway(error) });
}

function isAway(error: Error): boolean {
  return error instanceof Refusal ? error.code === 'database-unavailable' : isUnavailable(error.cause);
}
