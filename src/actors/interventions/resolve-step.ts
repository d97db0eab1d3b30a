/** Settles a step by hand, under the claim of its task. */

import { findStep } from '../../domain/find-step.ts';
import type { Step } from '../../domain/rows.ts';
import { type Resolution, resolveStep as resolve } from '../../domain/transitions/resolve-step.ts';
import type { Claim } from '../../persistence/claims/claims.ts';
import type { Done, InterventionRooms } from './intervention.ts';
import { readStep, readTaskOf, type StepOfTask } from './read-step.ts';
import { settleInterrupted } from './settle-interrupted.ts';
import { storeUnit } from './store-unit.ts';

export async function resolveStep(
  rooms: InterventionRooms,
  resolution: Resolution & StepOfTask,
  claim: Claim,
): Promise<Done<Step<string | null>> | null> {
  const rows = await settleInterrupted(rooms, await readTaskOf(rooms, resolution), claim);
  if (rows === null) return null;
  const unit = resolve(rows, findStep(rows, resolution.stepNo), resolution, new Date().toISOString());
  return (await storeUnit(claim, unit)) ? { result: await readStep(rooms, resolution) } : null;
}
