/** I9: what the rows say of an attempt is how its script really ended. */

import type { History } from '../history.ts';
import { BY_HAND, type StepRowChange, type Timeline } from '../timeline.ts';
import { ofRule, type Violation } from '../violation.ts';

/** Nobody knows, SIGKILL, SIGTERM: a script may have said its END a moment before. */
const ENDED_FROM_OUTSIDE: ReadonlySet<number | null> = new Set([null, 137, 143]);

export function checkOutcomes({ journal }: History, timeline: Timeline): readonly Violation[] {
  const ends = new Map(journal.filter(({ kind }) => kind === 'END').map((end) => [end.attemptId, end.value]));
  return [...timeline.values()].flat().flatMap(({ taskId, at, steps }) =>
    steps.flatMap((step) => {
      const fault = faultOf(step, ends.get(step.attemptId ?? '') ?? null);
      return fault ? [ofRule('I9')(taskId, at, `step ${step.stepNo} (${step.attemptId}): ${fault}`)] : [];
    }),
  );
}

function faultOf({ new: row }: StepRowChange, code: number | null): string | null {
  const { status, exit_code: stored = null } = row;
  // Without a code it is not what a script ended with.
  if (BY_HAND.test(row.message ?? '') && stored === null) return null;
  const said = `the row says ${status} ${stored}, the script ${code === null ? 'did not end' : `ended with ${code}`}`;
  if (status === 'SUCCESS') return code === 0 && stored === 0 ? null : said;
  if (status !== 'FAILED' || ENDED_FROM_OUTSIDE.has(stored)) return null;
  return stored === code ? null : said;
}
