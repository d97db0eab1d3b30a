/** Gives a step that is not SUCCESS another script, under the claim of its task. */

import { isSkipped } from '../../domain/choices.ts';
import { findStep } from '../../domain/find-step.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Step } from '../../domain/rows.ts';
import type { Claim } from '../../persistence/claims/claims.ts';
import type { Done, InterventionRooms } from './intervention.ts';
import { readStep, readTaskOf, type StepOfTask } from './read-step.ts';
import { settleInterrupted } from './settle-interrupted.ts';

export interface Mending extends StepOfTask {
  readonly script: string;
  /** A name. */
  readonly by: string;
  readonly reason: string;
}

export async function mendStep(
  rooms: InterventionRooms,
  mending: Mending,
  claim: Claim,
): Promise<Done<Step<string | null>> | null> {
  const { taskId, stepNo, script, by, reason } = mending;
  const stored = await readTaskOf(rooms, mending);
  if (isSkipped(findStep(stored, stepNo))) throw stepSucceeded(taskId, stepNo);
  const rows = await settleInterrupted(rooms, stored, claim);
  if (rows === null) return null;
  const { status, logPath } = findStep(rows, stepNo);
  const verdict = await claim.mendStep({
    stepNo,
    from: { status, logPath },
    script,
    message: `script mended by ${by}: ${reason}`,
    at: new Date().toISOString(),
  });
  return verdict === 'mended' ? { result: await readStep(rooms, mending) } : null;
}

function stepSucceeded(taskId: string, stepNo: number): Refusal {
  const detail = `Step ${stepNo} is SUCCESS: its script has done its work. Resolve it as FAILED first, or execute from it.`;
  return new Refusal('step-succeeded', detail, { taskId });
}
