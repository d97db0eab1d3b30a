/** What an interrupted run left of a task is ended and becomes FAILED, before a step of it is changed by hand. */

import { isRunningOrResidue } from '../../domain/choices.ts';
import type { TaskRows } from '../../domain/rows.ts';
import { settleResidue } from '../../domain/transitions/settle-residue.ts';
import { applyUnit } from '../../domain/unit.ts';
import type { Claim } from '../../persistence/claims/claims.ts';
import { fenceResidue } from './fence-residue.ts';
import type { InterventionRooms } from './intervention.ts';
import { storeUnit } from './store-unit.ts';

/** The rows as they are then; null where somebody has changed or locked one meanwhile. */
export async function settleInterrupted(
  rooms: InterventionRooms,
  rows: TaskRows,
  claim: Claim,
): Promise<TaskRows | null> {
  if (!isRunningOrResidue(rows)) return rows;
  const unit = settleResidue(rows, await fenceResidue(rooms, rows), new Date().toISOString());
  return (await storeUnit(claim, unit)) ? applyUnit(rows, unit) : null;
}
