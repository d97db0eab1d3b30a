/** Which nodes of the chart a task is in: of one that runs here as it is now, of one that has ended its final state. */

import { readSummary } from '../tasks/read-rows.ts';
import type { Rooms } from '../rooms.ts';

/** The nodes of the final state that a status tells of. */
const FINAL_NODES: ReadonlyMap<string | null, readonly string[]> = new Map([
  ['SUCCESS', ['run', 'run.succeeded']],
  ['FAILED', ['run', 'run.failed']],
]);

/** Empty where that cannot be told here. Throws a Refusal `task-not-found`. */
export async function findActive(rooms: Rooms, taskId: string): Promise<ReadonlySet<string>> {
  const { task } = (await readSummary(rooms, taskId)).rows;
  return new Set(rooms.supervisor.activeNodes(taskId) ?? FINAL_NODES.get(task.status));
}
