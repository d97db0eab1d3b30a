/** When a step ran. */

import type { Step } from '../api/answers.ts';
import { timeOf } from './durations.ts';
import type { Span } from './gantt.ts';

/** From start to end; what still runs has no end but the moment that is shown. null: it never started. */
export function spanOf({ startedAt, finishedAt, status }: Step, end: number): Span | null {
  const from = timeOf(startedAt);
  if (from === null) return null;
  const to = timeOf(finishedAt) ?? (status === 'RUNNING' ? end : from);
  return { from, to: Math.max(from, to) };
}
