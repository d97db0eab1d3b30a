/** The command that deletes what is old: what it does by its arguments and settings, and what it says of that. */

import type { Config } from '../config.ts';
import { Refusal } from '../domain/refusal.ts';
import { EmbeddedDatabaseError } from '../persistence/embedded/embedded-database-error.ts';
import { codeOf } from '../persistence/unavailable.ts';
import { UnusableDatabaseError } from '../persistence/unusable-database.ts';
import { openRetention } from './open-retention.ts';
import { pruneOrphans } from './prune-orphans.ts';
import type { PruneRequest } from './prune-request.ts';
import { NOTHING, type Pruned, pruneTasks } from './prune-tasks.ts';
import { RetentionError } from './retention-error.ts';

export interface PruneTold {
  /** A line of the result. */
  readonly say: (line: string) => void;
  /** A line on how it gets on. */
  readonly progress: (line: string) => void;
}

const PROGRESS_EVERY_MS = 2000;

/** Whether all that was to be deleted is. Rejects with a RetentionError, whose message is one line. */
export async function prune(
  config: Config,
  request: PruneRequest,
  { say, progress, stopping }: PruneTold & { readonly stopping: AbortSignal },
): Promise<boolean> {
  let pruned = NOTHING;
  try {
    await using rooms = new AsyncDisposableStack();
    const persistence = await openRetention(config, rooms);
    const { pruning, isDryRun, isWithOrphans } = request;
    const common = { persistence, logDir: config.logDir, isDryRun, stopping };
    const tell = rarely((sum: Pruned) => progress(describe(sum, isDryRun)));
    const onProgress = (sum: Pruned) => tell((pruned = sum));
    pruned = await pruneTasks({ ...common, pruning, onProgress });
    say(`${describe(pruned, isDryRun)}${stopping.aborted ? ' Stopped before the end.' : ''}`);
    if (!isWithOrphans) return isWhole(pruned.reason, stopping);
    const orphans = await pruneOrphans({ ...common, beforeMs: Date.parse(pruning.before) });
    const verb = isDryRun ? 'Would remove' : 'Removed';
    say(`${verb} ${count(orphans.files, 'file')} of ${count(orphans.folders, 'task')} that are no more.`);
    return isWhole(pruned.reason ?? orphans.reason, stopping);
  } catch (error) {
    throw toOneLine(error, pruned);
  }
}

function isWhole(reason: string | null, { aborted }: AbortSignal): boolean {
  return reason === null && !aborted;
}

function describe({ tasks, steps, files, kept, unremoved, reason }: Pruned, isDryRun: boolean): string {
  const what = `${count(tasks, 'task')} with ${count(steps, 'step')} and ${count(files, 'file')}`;
  return [
    `${isDryRun ? 'Would delete' : 'Deleted'} ${what}.`,
    ...(kept > 0 ? [`Kept ${count(kept, 'task')}: in use, changed meanwhile, or referred to by other rows.`] : []),
    ...(unremoved > 0 ? [`Files of ${count(unremoved, 'task')} could not all be removed: ${reason}.`] : []),
  ].join(' ');
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
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
  const done = tasks > 0 ? ` ${count(tasks, 'task')} had been deleted; run it again to go on.` : '';
  return new RetentionError(`${error.message}${done}`, { cause: error });
}
