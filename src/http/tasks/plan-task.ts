/** What an execute of a task would do now. */

import { heldElsewhere } from '../../actors/run-refusals.ts';
import { type Plan, planRun } from '../../domain/plan.ts';
import type { Rooms } from '../rooms.ts';
import { readRows } from './read-rows.ts';

/** Throws a Refusal `task-not-found`. */
export async function planTask(
  rooms: Pick<Rooms, 'persistence' | 'supervisor' | 'largeReads' | 'mask'>,
  taskId: string,
): Promise<Plan> {
  const { rows, holder } = await readRows(rooms, taskId);
  const obstacle = rooms.supervisor.obstacle(taskId) ?? (holder && heldElsewhere(taskId));
  const plan = planRun(rows, obstacle);
  return { ...plan, reason: plan.reason && rooms.mask(plan.reason) };
}
