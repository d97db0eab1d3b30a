/** Which tasks are so large that to show all their steps takes a turn: 10,000 steps, or 80 long scripts, are megabytes of text. */

import type { StoredRows } from '../../domain/rows.ts';
import type { TaskSize } from '../../persistence/read-task.ts';

/** What a task may have that is not large. */
export const SMALL: TaskSize = { steps: 500, scriptBytes: 256 * 1024 };

export function isLarge(steps: StoredRows['steps']): boolean {
  if (steps.length > SMALL.steps) return true;
  return steps.reduce((sum, { script, message }) => sum + lengthOf(script) + lengthOf(message), 0) > SMALL.scriptBytes;
}

function lengthOf(text: string | null): number {
  return text?.length ?? 0;
}
