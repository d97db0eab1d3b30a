/** Whether a run ended elsewhere between two looks at its rows, and how. */

import type { RunEnding } from '../../domain/run-progress.ts';
import type { SeenRows } from '../tasks/seen-rows.ts';

/** Null where none did. A run that died leaves its task RUNNING, and may yet be resumed: that is no end. */
export function endingOf({ rows: { task: before } }: SeenRows, { rows: { task } }: SeenRows): RunEnding | null {
  if (task.status !== 'SUCCESS' && task.status !== 'FAILED') return null;
  if (task.status === before.status && task.finishedAt === before.finishedAt) return null;
  return {
    at: task.finishedAt ?? new Date().toISOString(),
    end: task.status === 'SUCCESS' ? 'succeeded' : 'failed',
    why: task.message,
  };
}
