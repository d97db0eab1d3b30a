/** What is done by hand: I18 a mended script, I19 what was answered is stored, I20 never during a run, I21 a deletion. */

import type { AuditRow, Call, History, JournalEntry } from '../history.ts';
import { reasonOf } from '../interfere.ts';
import { BY_HAND, deletionsOf, isAcceptance, type Timeline, type Transition } from '../timeline.ts';
import { ofRule, type Violation } from '../violation.ts';
import { reasonsIn } from './answers.ts';

/** The clock of the scripts has no finer steps than 10 ms, and that of the database is another one than ours. */
const TOLERANCE_MS = 50;

export function checkPowers(history: History, timeline: Timeline): readonly Violation[] {
  return [
    ...checkVersions(history, timeline),
    ...checkAnswers(history, timeline),
    ...checkBeginnings(history, timeline),
    ...checkNotDuringRuns(history, timeline),
    ...checkDeletions(history),
  ];
}

/** The text that a script was started with is the one that its row had when it became RUNNING, and after that. */
function checkVersions({ journal }: History, timeline: Timeline): readonly Violation[] {
  const changes = [...timeline.values()].flat().flatMap(({ steps }) => steps);
  const stored = new Map(
    changes.filter(({ new: row }) => row.status === 'RUNNING').map((step) => [step.attemptId, versionIn(step.new)]),
  );
  return journal.flatMap(({ kind, taskId, stepNo, attemptId, value, at }) => {
    const version = stored.get(attemptId) ?? value;
    if (kind !== 'START' || version === value) return [];
    return [ofRule('I18')(taskId, at, `step ${stepNo} was started as version ${value}, stored was ${version}`)];
  });
}

/** The last word of the line. */
function versionIn({ script }: Pick<AuditRow, 'script'>): number | null {
  const version = /(\d+)$/.exec(script ?? '')?.[1];
  return version === undefined ? null : Number(version);
}

/** Of a call that was lost, and of one that was refused for now, it is not known. */
function checkAnswers({ calls }: History, timeline: Timeline): readonly Violation[] {
  const changes = [...timeline].flatMap(([taskId, transitions]) =>
    transitions.flatMap(({ at, steps }) => steps.map(({ stepNo, new: row }) => ({ taskId, at, stepNo, row }))),
  );
  return calls.filter(isChangeOfStep).flatMap(({ op, taskId, wish, askedAt, answeredAt, http, body }) => {
    const own = changes.filter(
      ({ taskId: id, stepNo, row }) =>
        id === taskId && stepNo === wish.stepNo && row.message?.endsWith(`: ${reasonOf(wish)}`),
    );
    const text = `${op} of step ${wish.stepNo} was answered ${http}`;
    if (http !== null && http >= 400 && http < 500 && own.length > 0)
      return [ofRule('I19')(taskId, answeredAt, `${text}, but it is stored`)];
    if (http !== 200) return [];
    if (op === 'mend' && own.some(({ row }) => versionIn(row) !== wish.version))
      return [ofRule('I18')(taskId, answeredAt, `${text}, but its script is stored as it was`)];
    const isStored = own.some(({ at }) => at > askedAt - TOLERANCE_MS && at < (answeredAt ?? 0) + TOLERANCE_MS);
    const { message } = body as { readonly message: string | null };
    if (isStored && message?.endsWith(`: ${reasonOf(wish)}`)) return [];
    return [
      ofRule('I19')(taskId, answeredAt, `${text}, but it ${isStored ? 'shows something else' : 'is not stored'}`),
    ];
  });
}

type WishedCall = Call & { readonly wish: NonNullable<Call['wish']> };

function isChangeOfStep(call: Call): call is WishedCall {
  return (call.op === 'mend' || call.op === 'resolve') && call.wish !== undefined;
}

/** A run that was to begin at a step has nothing SUCCESS from there on, and everything before. */
function checkBeginnings({ calls }: History, timeline: Timeline): readonly Violation[] {
  return calls.flatMap(({ op, taskId, wish, askedAt, answeredAt, http }) => {
    if (op !== 'from-step' || wish === undefined || http !== 202) return [];
    const isWished = (transition: Transition) =>
      isAcceptance(transition) &&
      transition.at > askedAt - TOLERANCE_MS &&
      transition.at < (answeredAt ?? 0) + TOLERANCE_MS &&
      [...transition.after.steps].every(([stepNo, status]) => (status === 'SUCCESS') === stepNo < wish.stepNo);
    if (timeline.get(taskId)?.some(isWished)) return [];
    return [ofRule('I19')(taskId, answeredAt, `a run from step ${wish.stepNo} was told of, but did not begin there`)];
  });
}

/** Rows are changed by hand only where nobody runs the task, and a run that was interrupted is settled before. */
function checkNotDuringRuns(history: History, timeline: Timeline): readonly Violation[] {
  const reasons = reasonsIn(history);
  const deleted = deletionsOf(history);
  return [...timeline].flatMap(([taskId, transitions]) => {
    const found: Violation[] = [];
    const say = (at: number, text: string) => found.push(ofRule('I20')(taskId, at, text));
    let begunAt: number | null = null;
    const isDead = (at: number) =>
      reasons.some((reason) => reason > (begunAt ?? 0) - TOLERANCE_MS && reason < at + TOLERANCE_MS);
    for (const transition of transitions) {
      const { at, task, steps, after } = transition;
      if (isAcceptance(transition)) begunAt = at;
      else if (steps.some(({ new: row }) => BY_HAND.test(row.message ?? '')) && after.task === 'RUNNING')
        say(at, 'a step was changed by hand while the task was RUNNING');
      if (task?.new.message?.startsWith('settled as interrupted') && !isDead(at))
        say(at, 'a run was settled by hand that had no reason to be dead');
    }
    const deletion = deleted.get(taskId);
    if (deletion?.old.status === 'RUNNING' && !isDead(deletion.at)) say(deletion.at, 'it was deleted while it ran');
    return found;
  });
}

function checkDeletions(history: History): readonly Violation[] {
  const { calls, journal, final } = history;
  const deleted = deletionsOf(history);
  const gone = ofRule('I21');
  const answered = calls.filter(({ op, http }) => op === 'delete' && http === 204);
  const asked = new Set(calls.filter(({ op }) => op === 'delete').map(({ taskId }) => taskId));
  return [
    ...answered
      .filter(({ taskId }) => !deleted.has(taskId) || final.taskIds.includes(taskId))
      .map(({ taskId, answeredAt }) => gone(taskId, answeredAt, 'it was answered as deleted, and is there')),
    ...journal.filter(isAfter(deleted)).map(({ taskId, at, kind }) => gone(taskId, at, `${kind} after the deletion`)),
    ...calls
      .filter(isToldOf(deleted))
      .map(({ taskId, askedAt, op }) => gone(taskId, askedAt, `${op} told of a deleted task`)),
    ...calls
      .filter(({ taskId, http, body }) => http === 404 && isNotFound(body) && !asked.has(taskId))
      .map(({ op, taskId, askedAt }) => gone(taskId, askedAt, `${op} found no task, which nobody has deleted`)),
  ];
}

type Deleted = ReturnType<typeof deletionsOf>;

function isAfter(deleted: Deleted) {
  return ({ taskId, at }: JournalEntry) => at > goneSince(deleted, taskId);
}

function isToldOf(deleted: Deleted) {
  return ({ taskId, op, askedAt, http }: Call) =>
    op !== 'create' && askedAt > goneSince(deleted, taskId) && http !== null && http < 400;
}

function goneSince(deleted: Deleted, taskId: string): number {
  return (deleted.get(taskId)?.at ?? Infinity) + TOLERANCE_MS;
}

function isNotFound(body: unknown): boolean {
  return (body as { readonly type?: string }).type === '/problems/task-not-found';
}
