/** Removes old files of tasks that are in the database no more. */

import { opendir } from 'node:fs/promises';

import { isTaskFolder, taskFolder } from '../domain/log-path.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { findFilesIn } from '../scripts/task-files.ts';

export interface OrphanOptions {
  readonly persistence: Pick<Persistence, 'listTaskIds'>;
  readonly logDir: string;
  /** Only files that were not written to since. */
  readonly beforeMs: number;
  readonly isDryRun: boolean;
  readonly stopping: AbortSignal;
}

export interface PrunedOrphans {
  readonly folders: number;
  readonly files: number;
  /** The code of the first error, where some could not be removed. */
  readonly reason: string | null;
}

export async function pruneOrphans(options: OrphanOptions): Promise<PrunedOrphans> {
  const { logDir, beforeMs, isDryRun, stopping } = options;
  let pruned: PrunedOrphans = { folders: 0, files: 0, reason: null };
  for (const folder of await findOrphans(options)) {
    if (stopping.aborted) break;
    const found = await findFilesIn(logDir, folder, beforeMs);
    const { removed, failed } = isDryRun ? { removed: found.count, failed: null } : await found.remove();
    if (removed === 0 && failed === null) continue;
    pruned = { folders: pruned.folders + 1, files: pruned.files + removed, reason: pruned.reason ?? failed };
  }
  return pruned;
}

/** The folders first: whatever task has one then is found among the tasks that are read afterwards, unless it is deleted. */
async function findOrphans({ persistence, logDir }: OrphanOptions): Promise<ReadonlySet<string>> {
  const folders = new Set<string>();
  for await (const entry of await opendir(logDir)) {
    if (entry.isDirectory() && isTaskFolder(entry.name)) folders.add(entry.name);
  }
  let after: string | null = null;
  do {
    const { taskIds, next } = await persistence.listTaskIds(after);
    for (const taskId of taskIds) folders.delete(taskFolder(taskId));
    after = next;
  } while (after !== null);
  return folders;
}
