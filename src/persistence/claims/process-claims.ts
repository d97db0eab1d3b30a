/** Claims where one instance has the database for itself (CLAIMS=process): each is granted and none is ever lost. */

import type { Unit, Verdict } from '../../domain/unit.ts';
import type { DeletionVerdict, TaskDeletion } from '../delete-task.ts';
import type { MendingVerdict, StepMending } from '../mend-step.ts';
import type { Claims } from './claims.ts';

/** What is done under a claim. */
export interface ClaimedVerbs {
  readonly storeUnit: (unit: Unit) => Promise<Verdict>;
  readonly deleteTask: (deletion: TaskDeletion) => Promise<DeletionVerdict>;
  readonly mendStep: (mending: StepMending) => Promise<MendingVerdict>;
}

/** The registry of runs already keeps two runs of one task apart within an instance. */
export function processClaims({ storeUnit, deleteTask, mendStep }: ClaimedVerbs): Claims {
  return {
    claim: (taskId) =>
      Promise.resolve({
        storeUnit,
        deleteTask: (deletion) => deleteTask({ taskId, ...deletion }),
        mendStep: (mending) => mendStep({ taskId, ...mending }),
        release: () => Promise.resolve(),
      }),
    findOwners: () => Promise.resolve(new Map()),
    askHolder: () => Promise.resolve('not-running'),
    answerBy: () => undefined,
    close: () => Promise.resolve(),
  };
}
