/** Makes sure, before a task is changed by hand, that nothing of an interrupted run of it lives or can start. */

import { isRunning } from '../../domain/choices.ts';
import { parseLogPath } from '../../domain/log-path.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Step, StoredRows } from '../../domain/rows.ts';
import type { Interruption } from '../../domain/transitions/reset-residue.ts';
import type { InterventionRooms } from './intervention.ts';

type Residue = Pick<Step<string | null>, 'stepNo' | 'logPath'>;

/** By step number. Throws a Refusal `ending` where that cannot be made sure within a request. */
export async function fenceResidue(
  rooms: InterventionRooms,
  { task: { taskId }, steps }: StoredRows,
): Promise<Readonly<Record<number, Interruption>>> {
  const residue = steps.filter(isRunning);
  if (residue.some((step) => isForeign(rooms, step))) throw ofAnotherHost(taskId);
  try {
    const fenced = residue.map(
      async ({ stepNo, logPath }) => [stepNo, await rooms.scripts.fence({ taskId, stepNo }, logPath)] as const,
    );
    return Object.fromEntries(await Promise.all(fenced));
  } catch (error) {
    rooms.logger.warn({ taskId, err: error }, 'residue.not-fenced');
    const detail = 'What an interrupted run of this task left running does not end; try again soon.';
    throw new Refusal('ending', detail, { taskId, cause: error });
  }
}

/** Its owner may be alive, cut off from the database. */
function isForeign({ scripts, timing }: InterventionRooms, { logPath }: Residue): boolean {
  return timing.takeoverDelayMs > 0 && parseLogPath(logPath)?.place !== scripts.place;
}

function ofAnotherHost(taskId: string): Refusal {
  const detail =
    'A run of this task was interrupted on another host, which may still be alive: cancel the task first, and try again when none of its steps is RUNNING.';
  return new Refusal('ending', detail, { taskId });
}
