/** The steps of a plan, those that follow one another and are treated alike together. */

import type { PlannedStep } from '../api/answers.ts';

export interface PlannedGroup extends Pick<PlannedStep, 'action' | 'why'> {
  readonly first: number;
  readonly last: number;
}

export function groupPlan(steps: readonly PlannedStep[]): readonly PlannedGroup[] {
  const groups: PlannedGroup[] = [];
  for (const { stepNo, action, why } of steps) {
    const before = groups.at(-1);
    if (before?.action === action && before.why === why) groups.splice(-1, 1, { ...before, last: stepNo });
    else groups.push({ first: stepNo, last: stepNo, action, why });
  }
  return groups;
}
