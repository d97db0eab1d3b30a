/** What became of the runs of this service since its start, in numbers. */

import type { RunEnd } from '../domain/run-progress.ts';

export interface RunTotals {
  /** By final state. */
  readonly runs: Readonly<Record<RunEnd, number>>;
  /** By what the step became. */
  readonly steps: Readonly<Record<StepEnd, number>>;
}

export type StepEnd = 'SUCCESS' | 'FAILED';

export interface RunCounts {
  countRun(end: RunEnd): void;
  countStep(end: StepEnd): void;
  totals(): RunTotals;
}

export function openRunCounts(): RunCounts {
  const runs = { succeeded: 0, failed: 0, alreadySucceeded: 0, refused: 0, abandoned: 0, broken: 0 };
  const steps = { SUCCESS: 0, FAILED: 0 };
  return {
    countRun: (end) => void (runs[end] += 1),
    countStep: (end) => void (steps[end] += 1),
    totals: () => ({ runs: { ...runs }, steps: { ...steps } }),
  };
}
