/** Which tasks are so large that to show all their steps takes a turn: 10,000 steps are 4 MB of text. */

import type { StoredRows } from '../../domain/rows.ts';

export const MANY_STEPS = 500;

export function hasManySteps(steps: StoredRows['steps']): boolean {
  return steps.length > MANY_STEPS;
}
