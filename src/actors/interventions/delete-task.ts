/** Deletes a task with its steps, logs and journals, under its claim. */

import { isRunning } from '../../domain/choices.ts';
import { Refusal, taskNotFound } from '../../domain/refusal.ts';
import { isOverWithin } from '../../platform/is-over-within.ts';
import type { Claim } from '../../persistence/claims/claims.ts';
import { type DeletionVerdict, isForbidden, isReferredTo, type TaskDeletion } from '../../persistence/delete-task.ts';
import { findTaskFiles, type TaskFiles } from '../../scripts/task-files.ts';
import { fenceResidue } from './fence-residue.ts';
import type { Done, InterventionRooms } from './intervention.ts';

/** A disk that hangs must not hold up the answer for ever. */
const JOURNAL_PATIENCE_MS = 1000;

/** Rows that cannot be understood are deleted too: whatever runs has the status that the service knows. */
export async function deleteTask(rooms: InterventionRooms, taskId: string, claim: Claim): Promise<Done<void> | null> {
  const stored = await rooms.persistence.readTask(taskId);
  if (stored === null) throw taskNotFound(taskId);
  await fenceResidue(rooms, stored);
  const files = await findFiles(rooms, taskId);
  const fenced = stored.steps.filter(isRunning).map(({ logPath }) => logPath);
  const verdict = await deleteRows(claim, taskId, { status: stored.task.status, fenced });
  if (verdict === 'kept') return null;
  await removeFiles(rooms, taskId, files);
  return { result: undefined };
}

/** Null where they cannot be looked for: they are left to the next pruning. */
async function findFiles({ journals, logDir, logger }: InterventionRooms, taskId: string): Promise<TaskFiles | null> {
  // The journal of a run that has just ended is written a moment later.
  await isOverWithin(journals.written(), JOURNAL_PATIENCE_MS);
  try {
    return await findTaskFiles(logDir, taskId);
  } catch (error) {
    logger.warn({ taskId, err: error }, 'task.files-left');
    return null;
  }
}

async function deleteRows(
  claim: Claim,
  taskId: string,
  deletion: Omit<TaskDeletion, 'taskId'>,
): Promise<DeletionVerdict> {
  try {
    return await claim.deleteTask(deletion);
  } catch (error) {
    if (isReferredTo(error)) throw kept(taskId, 'referred-to', error);
    throw isForbidden(error) ? kept(taskId, 'not-deletable', error) : error;
  }
}

const WHY_KEPT = {
  'referred-to': 'Rows of other tables refer to this task, so it cannot be deleted.',
  'not-deletable': 'The role of the service in the database may not delete; it needs DELETE on both tables.',
} as const;

function kept(taskId: string, reason: keyof typeof WHY_KEPT, cause: unknown): Refusal {
  return new Refusal('task-data-invalid', WHY_KEPT[reason], { taskId, reason, cause });
}

/** The rows are gone, so the task is deleted, whatever becomes of its files. */
async function removeFiles({ logger }: InterventionRooms, taskId: string, files: TaskFiles | null): Promise<void> {
  if (files === null) return;
  const { removed, failed } = await files.remove();
  if (failed === null) logger.info({ taskId, files: removed }, 'task.deleted');
  else logger.warn({ taskId, files: removed, error: failed }, 'task.files-left');
}
