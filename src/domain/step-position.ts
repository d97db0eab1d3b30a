/** Where a step stands among the steps of its task, in words: "step 2 of 5", or "step 30 (2 of 5)" where numbers have gaps. */

import type { TaskRows } from './rows.ts';

export function describePosition({ steps }: TaskRows, stepNo: number): string {
  const position = steps.findIndex((step) => step.stepNo === stepNo) + 1;
  return position === stepNo ? `step ${stepNo} of ${steps.length}` : `step ${stepNo} (${position} of ${steps.length})`;
}
