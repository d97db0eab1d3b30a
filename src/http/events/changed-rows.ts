/** Which rows of a task changed between two looks at them. */

import { isDeepStrictEqual } from 'node:util';

import type { Step } from '../../domain/rows.ts';
import { presentRows } from '../tasks/present-task.ts';
import type { SeenRows } from '../tasks/seen-rows.ts';

export interface ChangedRows {
  /** Whether the task is shown in another way. */
  readonly isTask: boolean;
  readonly steps: readonly Step<string | null>[];
}

export function changedRows(before: SeenRows, after: SeenRows): ChangedRows {
  const known = new Map(before.rows.steps.map((step) => [step.stepNo, step]));
  return {
    isTask: !isDeepStrictEqual(presentRows(before), presentRows(after)),
    steps: after.rows.steps.filter((step) => {
      const earlier = known.get(step.stepNo);
      return earlier !== step && !isDeepStrictEqual(earlier, step);
    }),
  };
}
