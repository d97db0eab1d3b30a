/** Changes every unit on its way to the database. */

import type { Unit } from '../../../src/domain/unit.ts';
import type { Claims } from '../../../src/persistence/claims/claims.ts';
import type { Persistence } from '../../../src/persistence/persistence.ts';

export function mapUnits(persistence: Persistence, change: (unit: Unit) => Unit): Persistence {
  return {
    ...persistence,
    storeUnit: (unit) => persistence.storeUnit(change(unit)),
    claims: mapClaims(persistence.claims, change),
  };
}

function mapClaims(claims: Claims, change: (unit: Unit) => Unit): Claims {
  return {
    findOwners: (taskIds) => claims.findOwners(taskIds),
    askHolder: (taskId, question) => claims.askHolder(taskId, question),
    answerBy: (answer) => claims.answerBy(answer),
    close: () => claims.close(),
    async claim(taskId, holder) {
      const claim = await claims.claim(taskId, holder);
      return claim && { ...claim, storeUnit: (unit) => claim.storeUnit(change(unit)) };
    },
  };
}
