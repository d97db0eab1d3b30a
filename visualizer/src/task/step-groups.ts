/** Steps in groups, so that a change of one step concerns its group only. */

import type { Step } from '../api/answers.ts';

/** About as many as can be seen at once. */
const SIZE = 20;

export function stepGroups(steps: readonly Step[]): readonly (readonly Step[])[] {
  const count = Math.ceil(steps.length / SIZE);
  return Array.from({ length: count }, (_, index) => steps.slice(index * SIZE, (index + 1) * SIZE));
}
