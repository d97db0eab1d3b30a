/** Changes tasks that do not run: each intervention has the task's slot and its claim while it goes on, as a run would. */

import { deleteTask } from './delete-task.ts';
import { openHold, type HoldParts } from './hold-task.ts';
import type { InterventionRooms } from './intervention.ts';
import type { Interventions } from './interventions.ts';
import { mendStep } from './mend-step.ts';
import { resolveStep } from './resolve-step.ts';

export interface OpenedInterventions extends Interventions {
  /** Whether an intervention of this service holds the claim of a task now. */
  holds(taskId: string): boolean;
}

export function openInterventions(rooms: InterventionRooms & HoldParts): OpenedInterventions {
  const held = openHold(rooms);
  return {
    holds: (taskId) => held.holds(taskId),
    deleteTask: (taskId) => held.hold(taskId, (claim) => deleteTask(rooms, taskId, claim)),
    mendStep: (mending) => held.hold(mending.taskId, (claim) => mendStep(rooms, mending, claim)),
    resolveStep: (resolution) => held.hold(resolution.taskId, (claim) => resolveStep(rooms, resolution, claim)),
  };
}
