/** Steps in groups, so that a change of one step concerns its group only. */

import type { Step } from '../api/answers.ts';

const SIZE = 40;

export function stepGroups(steps: readonly Step[]): readonly (readonly Step[])[] {
  const count = Math.ceil(steps.length / SIZE);
  return Array.from({ length: count }, (_, index) => steps.slice(index * SIZE, (index + 1) * SIZE));
}
