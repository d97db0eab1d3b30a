/** The rooms for a run that only recovers: between finding a task and claiming it, somebody may have run it to its end. */

import { isRunningOrResidue } from '../domain/choices.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Rooms } from './live-effects.ts';

/** Reading a task that neither is RUNNING nor has a step that is refuses the run. */
export function residueOnly({ persistence, scripts, logger }: Rooms): Rooms {
  const readTask: typeof persistence.readTask = async (taskId) => {
    const rows = await persistence.readTask(taskId);
    if (rows === null || isRunningOrResidue(rows)) return rows;
    throw new Refusal('not-running', 'The task is not running any more.', { taskId });
  };
  return { persistence: { ...persistence, readTask }, scripts, logger };
}
