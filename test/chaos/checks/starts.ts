/** What must be so when a script starts: I2 not after a SUCCESS, I5 all lower steps done, and its RUNNING is stored. */

import type { FinalStep, History, JournalEntry } from '../history.ts';
import type { Timeline } from '../timeline.ts';
import { ofRule, type Violation } from '../violation.ts';

/** The clock of the scripts has no finer steps than 10 ms. */
const TOLERANCE_MS = 20;

export function checkStarts(history: History, timeline: Timeline): readonly Violation[] {
  const starts = history.journal.filter(({ kind }) => kind === 'START');
  return [
    ...checkNotAfterSuccess(starts, successTimes(history, timeline)),
    ...checkLowerSteps(history),
    ...checkStored(starts, timeline),
    ...checkOnce(starts),
  ];
}

function checkNotAfterSuccess(starts: readonly JournalEntry[], successes: ReadonlyMap<string, number>) {
  return starts.flatMap(({ taskId, stepNo, attemptId, at }) => {
    const since = successes.get(`${taskId}/${stepNo}`) ?? Infinity;
    if (at <= since + TOLERANCE_MS) return [];
    return [ofRule('I2')(taskId, at, `step ${stepNo} was started (${attemptId}) although it was SUCCESS`)];
  });
}

/** When each step was first known to be SUCCESS: by its row, or by an answer to a client. */
function successTimes({ calls }: History, timeline: Timeline): ReadonlyMap<string, number> {
  const stored = [...timeline.values()]
    .flat()
    .flatMap(({ taskId, steps, at }) =>
      steps
        .filter(({ new: row }) => row.status === 'SUCCESS')
        .map(({ stepNo }) => ({ key: `${taskId}/${stepNo}`, at })),
    );
  const shown = calls.flatMap(({ op, taskId, http, answeredAt, body }) => {
    if (op !== 'steps' || http !== 200 || answeredAt === null) return [];
    const done = (body as readonly FinalStep[]).filter(({ status }) => status === 'SUCCESS');
    return done.map(({ stepNo }) => ({ key: `${taskId}/${stepNo}`, at: answeredAt }));
  });
  const times = new Map<string, number>();
  for (const { key, at } of [...stored, ...shown]) times.set(key, Math.min(at, times.get(key) ?? Infinity));
  return times;
}

function checkLowerSteps({ journal }: History): readonly Violation[] {
  const done = new Set<string>();
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
