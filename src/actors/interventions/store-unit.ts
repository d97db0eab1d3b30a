/** Stores what an intervention changes, over the connection that holds its claim. */

import type { Unit } from '../../domain/unit.ts';
import type { Claim } from '../../persistence/claims/claims.ts';
import { whileAvailable } from '../../persistence/unavailable.ts';

/** False where somebody has changed or locked a row meanwhile. Throws a Refusal where it cannot be told what happened. */
export async function storeUnit(claim: Claim, unit: Unit): Promise<boolean> {
  const verdict = await whileAvailable(() => claim.storeUnit(unit));
  return verdict === 'stored' || verdict === 'already';
}
