/** The rooms for a run that only recovers: between finding a task and claiming it, somebody may have run it to its end. */

import { isRunningOrResidue } from '../domain/choices.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Claims } from '../persistence/claims/claims.ts';
import type { Rooms } from './live-effects.ts';

/** Reading a task that neither is RUNNING nor has a step that is refuses the run. */
export function residueOnly({ persistence, scripts, logger }: Rooms): Rooms {
  const readTask: typeof persistence.readTask = async (taskId) => {
    const rows = await persistence.readTask(taskId);
    if (rows === null || isRunningOrResidue(rows)) return rows;
    throw new Refusal('not-running', 'The task is not running any more.', { taskId });
  };
  const claims = { ...persistence.claims, claim: claimAlone(persistence.claims) };
  return { persistence: { ...persistence, readTask, claims }, scripts, logger };
}

/** So that each read of the run is the one above. */
function claimAlone(claims: Claims): Claims['claim'] {
  return async (taskId, holder) => {
    const claim = await claims.claim(taskId, holder);
    return claim && { ...claim, firstRead: undefined };
  };
}
