/** How many steps are done, in words. */

import type { Snapshot } from '../api/answers.ts';

/** `1 of 3 steps is SUCCESS`. */
export function countText({ successSteps, totalSteps }: Pick<Snapshot, 'successSteps' | 'totalSteps'>): string {
  const verb = successSteps === 1 || totalSteps === 1 ? 'is' : 'are';
  return `${successSteps} of ${totalSteps} ${totalSteps === 1 ? 'step' : 'steps'} ${verb} SUCCESS`;
}
