/** What must be so when a script starts: I2 not after a SUCCESS, I5 all lower steps done, and its RUNNING is stored. */

import type { FinalStep, History, JournalEntry } from '../history.ts';
import { setBacksOf, type Timeline } from '../timeline.ts';
import { ofRule, type Violation } from '../violation.ts';

/** The clock of the scripts has no finer steps than 10 ms. */
const TOLERANCE_MS = 20;

export function checkStarts(history: History, timeline: Timeline): readonly Violation[] {
  const starts = history.journal.filter(({ kind }) => kind === 'START');
  return [
    ...checkNotAfterSuccess(starts, history, timeline),
    ...checkLowerSteps(history, timeline),
    ...checkStored(starts, timeline),
    ...checkOnce(starts),
  ];
}

function checkNotAfterSuccess(starts: readonly JournalEntry[], { calls }: History, timeline: Timeline) {
  const successes = Map.groupBy([...storedSuccesses(timeline), ...shownSuccesses(calls)], ({ key }) => key);
  const setBacks = setBacksOf(timeline);
  return starts.flatMap(({ taskId, stepNo, attemptId, at }) => {
    const key = `${taskId}/${stepNo}`;
    const backs = setBacks.get(key) ?? [];
    const isForgotten = ({ since }: Success) => backs.some((back) => back >= since - TOLERANCE_MS && back <= at);
    const known = successes.get(key)?.filter((success) => success.until + TOLERANCE_MS < at) ?? [];
    if (known.every(isForgotten)) return [];
    return [ofRule('I2')(taskId, at, `step ${stepNo} was started (${attemptId}) although it was SUCCESS`)];
  });
}

/** A moment at which a step was SUCCESS: `since` and `until` are the same where it is known when that was. */
interface Success {
  readonly key: string;
  readonly since: number;
  readonly until: number;
}

function storedSuccesses(timeline: Timeline): readonly Success[] {
  return [...timeline.values()]
    .flat()
    .flatMap(({ taskId, steps, at }) =>
      steps
        .filter(({ new: row }) => row.status === 'SUCCESS')
        .map(({ stepNo }) => ({ key: `${taskId}/${stepNo}`, since: at, until: at })),
    );
}

function shownSuccesses(calls: History['calls']): readonly Success[] {
  return calls.flatMap(({ op, taskId, http, askedAt, answeredAt, body }) => {
    if (op !== 'steps' || http !== 200 || answeredAt === null) return [];
    const done = (body as readonly FinalStep[]).filter(({ status }) => status === 'SUCCESS');
    return done.map(({ stepNo }) => ({ key: `${taskId}/${stepNo}`, since: askedAt, until: answeredAt }));
  });
}

/** Somebody may have resolved a step whose script never ended with 0. */
function checkLowerSteps({ journal }: History, timeline: Timeline): readonly Violation[] {
  const resolved = [...timeline.values()]
    .flat()
    .flatMap(({ taskId, steps }) =>
      steps
        .filter(({ new: row }) => row.message?.startsWith('resolved as SUCCESS by '))
        .map(({ stepNo }) => `${taskId}/${stepNo}`),
    );
  const done = new Set(resolved);
  return journal.flatMap(({ kind, taskId, stepNo, value, at }) => {
    if (kind === 'END' && value === 0) done.add(`${taskId}/${stepNo}`);
    if (kind !== 'START' || stepNo === 1 || done.has(`${taskId}/${stepNo - 1}`)) return [];
    return [ofRule('I5')(taskId, at, `step ${stepNo} was started before step ${stepNo - 1} had ended with 0`)];
  });
}

function checkStored(starts: readonly JournalEntry[], timeline: Timeline): readonly Violation[] {
  const stored = new Set(
    [...timeline.values()]
      .flat()
      .flatMap(({ steps }) =>
        steps.filter(({ new: row }) => row.status === 'RUNNING').map(({ attemptId }) => attemptId),
      ),
  );
  return starts
    .filter(({ attemptId }) => !stored.has(attemptId))
    .map(({ taskId, stepNo, attemptId, at }) =>
      ofRule('I6')(taskId, at, `step ${stepNo} was started (${attemptId}) although its RUNNING was never stored`),
    );
}

function checkOnce(starts: readonly JournalEntry[]): readonly Violation[] {
  const seen = new Set<string>();
  return starts.flatMap(({ taskId, attemptId, at }) => {
    const isFirst = !seen.has(attemptId);
    seen.add(attemptId);
    if (isFirst) return [];
    return [ofRule('I12')(taskId, at, `the attempt ${attemptId} was started twice`)];
  });
}
