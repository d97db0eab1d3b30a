/** Whether a step that is SUCCESS is passed over: by the run that is shown, or by the one that execute would begin. */

import type { Step } from '../api/answers.ts';
import { timeOf } from './durations.ts';

export type Skip = 'was' | 'would';

export interface Skipping {
  /** When the run that is shown began; null where there is none. */
  readonly runStart: number | null;
  /** Whether execute would skip what is SUCCESS. */
  readonly skips: boolean;
}

export function skipOf({ status, finishedAt }: Step, { runStart, skips }: Skipping): Skip | null {
  if (status !== 'SUCCESS') return null;
  if (skips) return 'would';
  return runStart !== null && (timeOf(finishedAt) ?? runStart) < runStart ? 'was' : null;
}
