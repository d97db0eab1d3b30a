/** What became of the runs of this service since its start, in numbers. */

import type { RunEnd } from '../domain/run-progress.ts';
import { type Distribution, type Histogram, openHistogram } from '../platform/histogram.ts';

export interface RunTotals {
  /** By final state. */
  readonly runs: Readonly<Record<RunEnd, number>>;
  /** By what the step became. */
  readonly steps: Readonly<Record<StepEnd, number>>;
  /** How long they took. */
  readonly runSeconds: Readonly<Record<RunEnd, Distribution>>;
  /** Of steps whose script was started by this service, from RUNNING to their end. */
  readonly stepSeconds: Readonly<Record<StepEnd, Distribution>>;
  /** From the moment a transition was handed over until it was stored, with all tries. */
  readonly storeSeconds: Distribution;
}

export type StepEnd = 'SUCCESS' | 'FAILED';

export interface RunCounts {
  countRun(end: RunEnd, seconds: number): void;
  /** @param seconds null where the step was not started by this service. */
  countStep(end: StepEnd, seconds: number | null): void;
  countStored(seconds: number): void;
  totals(): RunTotals;
}

/** From a script that does next to nothing to one that takes half a day. */
const LONG_BOUNDS = [0.05, 0.25, 1, 5, 15, 60, 300, 900, 3600, 14_400, 43_200];

/** A transition takes a millisecond; one that waits for its database, as long as that takes. */
const SHORT_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30, 300];

const RUN_ENDS = ['succeeded', 'failed', 'alreadySucceeded', 'refused', 'abandoned', 'broken'] as const;
const STEP_ENDS = ['SUCCESS', 'FAILED'] as const;

export function openRunCounts(): RunCounts {
  const runs = eachOf(RUN_ENDS, () => 0);
  const steps = eachOf(STEP_ENDS, () => 0);
  const runSeconds = eachOf(RUN_ENDS, () => openHistogram(LONG_BOUNDS));
  const stepSeconds = eachOf(STEP_ENDS, () => openHistogram(LONG_BOUNDS));
  const storeSeconds = openHistogram(SHORT_BOUNDS);
  return {
    countRun(end, seconds) {
      runs[end] += 1;
      runSeconds[end].observe(seconds);
    },
    countStep(end, seconds) {
      steps[end] += 1;
      if (seconds !== null) stepSeconds[end].observe(seconds);
    },
    countStored: (seconds) => storeSeconds.observe(seconds),
    totals: () => ({
      runs: { ...runs },
      steps: { ...steps },
      runSeconds: readEach(RUN_ENDS, runSeconds),
      stepSeconds: readEach(STEP_ENDS, stepSeconds),
      storeSeconds: storeSeconds.read(),
    }),
  };
}

function eachOf<Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

function readEach<Key extends string>(keys: readonly Key[], from: Record<Key, Histogram>): Record<Key, Distribution> {
  return eachOf(keys, (key) => from[key].read());
}
