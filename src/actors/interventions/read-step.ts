/** The task of a step that somebody changes by hand, and the step as it is afterwards. */

import { checkRows } from '../../domain/check-rows.ts';
import { findStep } from '../../domain/find-step.ts';
import { taskNotFound } from '../../domain/refusal.ts';
import type { Step, StoredRows, TaskRows } from '../../domain/rows.ts';
import type { InterventionRooms } from './intervention.ts';

/** Throws a Refusal where there is no such step, or the rows cannot be understood. */
export async function readTaskOf(rooms: InterventionRooms, { taskId, stepNo }: StepOfTask): Promise<TaskRows> {
  const rows = there(await rooms.persistence.readTask(taskId), taskId);
  findStep(rows, stepNo);
  return checkRows(rows);
}

export async function readStep(rooms: InterventionRooms, { taskId, stepNo }: StepOfTask): Promise<Step<string | null>> {
  return findStep(there(await rooms.persistence.readStep(taskId, stepNo), taskId), stepNo);
}

export interface StepOfTask {
  readonly taskId: string;
  readonly stepNo: number;
}

function there(rows: StoredRows | null, taskId: string): StoredRows {
  if (rows === null) throw taskNotFound(taskId);
  return rows;
}
