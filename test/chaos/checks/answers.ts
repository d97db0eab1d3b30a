/** What clients were told: I3 stays true, I11 never goes back, I12 one run at a time, I16 in time. */

import type { Call, FinalStep, History } from '../history.ts';
import { isAcceptance, type Timeline, type Transition } from '../timeline.ts';
import { ofRule, type Violation } from '../violation.ts';

const LONGEST_MS = 10_000;
const TOLERANCE_MS = 20;

interface SnapshotBody {
  readonly status: string;
  readonly totalSteps: number;
  readonly successSteps: number;
  readonly started?: boolean;
}

export function checkAnswers(history: History, timeline: Timeline): readonly Violation[] {
  return [
    ...checkShownSteps(history, timeline),
    ...checkShownTasks(history, timeline),
    ...checkProgress(history, timeline),
    ...checkRuns(history, timeline),
    ...checkManners(history),
  ];
}

/** Every state of a step that was shown is one that was stored. */
function checkShownSteps({ calls }: History, timeline: Timeline): readonly Violation[] {
  const stored = new Set(
    [...timeline.values()]
      .flat()
      .flatMap(({ taskId, steps }) =>
        steps.map(({ stepNo, new: row }) => [taskId, stepNo, row.status, row.exit_code, row.log_path].join(' ')),
      ),
  );
  return calls.filter(isShown('steps', 'mend', 'resolve')).flatMap(({ taskId, answeredAt, body }) =>
    [body as FinalStep | readonly FinalStep[]]
      .flat()
      .filter(({ status }) => status !== 'PENDING')
      .filter(({ stepNo, status, exitCode, logPath }) => {
        return !stored.has([taskId, stepNo, status, exitCode, logPath].join(' '));
      })
      .map(({ stepNo, status, exitCode }) =>
        ofRule('I3')(taskId, answeredAt, `step ${stepNo} was shown as ${status} ${exitCode}, which was never stored`),
      ),
  );
}

function checkShownTasks({ calls }: History, timeline: Timeline): readonly Violation[] {
  return calls.filter(isShown('task')).flatMap(({ taskId, answeredAt, body }) => {
    const { status } = body as SnapshotBody;
    const before = (timeline.get(taskId) ?? []).filter(({ at }) => at <= (answeredAt ?? 0) + TOLERANCE_MS);
    if (status === 'PENDING' || before.some(({ after }) => after.task === status)) return [];
    return [ofRule('I3')(taskId, answeredAt, `the task was shown as ${status}, which was not stored`)];
  });
}

function isShown(...ops: readonly Call['op'][]) {
  return (call: Call) => ops.includes(call.op) && call.http === 200;
}

/**
 * A call that was asked after another was answered never tells of less. Of another instance it may tell of one step less:
 * whoever runs a task shows what it knows to be stored, and of one transition at a time it may not know that yet.
 */
function checkProgress({ calls }: History, timeline: Timeline): readonly Violation[] {
  const snapshots = calls.filter(({ op, http }) => HAVE_SNAPSHOTS.has(op) && http !== null && http < 300);
  return [...Map.groupBy(snapshots, ({ taskId }) => taskId)].flatMap(([taskId, own]) => {
    const backs = setBackTimes(timeline.get(taskId) ?? []);
    // Between two set-backs it must not go back; of what was asked around one it is not known what it tells of.
    const spans = Map.groupBy(own, (call) => spanOf(call, backs));
    return [...spans].flatMap(([span, calm]) => (span === null ? [] : checkSpan(taskId, calm)));
  });
}

const HAVE_SNAPSHOTS: ReadonlySet<Call['op']> = new Set(['execute', 'from-step', 'cancel', 'task']);

function setBackTimes(transitions: readonly Transition[]): readonly number[] {
  return transitions.filter(hasSetBack).map(({ at }) => at);
}

function hasSetBack({ steps }: Transition): boolean {
  return steps.some(({ old, new: row }) => old.status === 'SUCCESS' && row.status !== 'SUCCESS');
}

function spanOf({ askedAt, answeredAt }: Call, backs: readonly number[]): number | null {
  const end = (answeredAt ?? 0) + TOLERANCE_MS;
  if (backs.some((back) => back > askedAt - TOLERANCE_MS && back < end)) return null;
  return backs.filter((back) => back < askedAt).length;
}

function checkSpan(taskId: string, own: readonly Call[]): readonly Violation[] {
  const answered = own.toSorted((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0));
  const shown = new Map<number, number>();
  let next = 0;
  return own
    .toSorted((a, b) => a.askedAt - b.askedAt)
    .flatMap((call) => {
      for (let other = answered[next]; other && (other.answeredAt ?? 0) < call.askedAt; other = answered[next]) {
        const { successSteps } = other.body as SnapshotBody;
        shown.set(other.instance, Math.max(shown.get(other.instance) ?? 0, successSteps));
        next += 1;
      }
      const least = Math.max(shown.get(call.instance) ?? 0, Math.max(0, ...shown.values()) - UNKNOWN_STEPS);
      const { successSteps, totalSteps } = call.body as SnapshotBody;
      if (successSteps >= least && totalSteps === TOTAL_STEPS) return [];
      const text = `${successSteps} of ${totalSteps} steps, after ${[...shown.values()].join(' and ')} before`;
      return [ofRule('I11')(taskId, call.answeredAt, text)];
    });
}

const TOTAL_STEPS = 5;
const UNKNOWN_STEPS = 1;

/** A run that takes over from one that did not end needs a reason; and whoever was told "started" has a run. */
function checkRuns({ calls, faults, hits }: History, timeline: Timeline): readonly Violation[] {
  const reasons = reasonsIn({ faults, hits });
  return [...timeline].flatMap(([taskId, transitions]) => {
    const accepted = transitions.filter(isAcceptance);
    const executes = calls.filter(({ op, taskId: id }) => (op === 'execute' || op === 'from-step') && id === taskId);
    const told = executes.filter(({ body }) => isStarted(body));
    const text = `${told.length} "started", but ${accepted.length} runs`;
    const surplus = ofRule('I12')(taskId, told.at(-1)?.answeredAt ?? null, text);
    const refusals = executes.filter(({ http }) => http === 503);
    const isRefused = ({ at }: Transition) =>
      refusals.some((call) => call.askedAt <= at && at <= (call.answeredAt ?? 0));
    return unreasonable({ taskId, accepted, reasons, isRefused }).concat(
      told.length > accepted.length ? [surplus] : [],
    );
  });
}

/** When something happened that may end a run. */
export function reasonsIn({ faults, hits }: Pick<History, 'faults' | 'hits'>): readonly number[] {
  return [
    ...faults.filter(({ kind }) => kind !== 'calm').map(({ at }) => at),
    ...hits.filter(({ action }) => action !== null).map(({ at }) => at),
  ].toSorted((a, b) => a - b);
}

function isStarted(body: unknown): boolean {
  return typeof body === 'object' && (body as SnapshotBody | null)?.started === true;
}

interface Acceptances {
  readonly taskId: string;
  readonly accepted: readonly Transition[];
  /** When something happened that may end a run. */
  readonly reasons: readonly number[];
  /** Whether the acceptance was stored, but its answer lost: the caller was refused, and there is no such run. */
  readonly isRefused: (acceptance: Transition) => boolean;
}

function unreasonable({ taskId, accepted, reasons, isRefused }: Acceptances): readonly Violation[] {
  return accepted.flatMap(({ at, task }, index) => {
    const previous = accepted[index - 1];
    if (task?.old.status !== 'RUNNING' || (previous && isRefused(previous))) return [];
    const before = previous?.at ?? 0;
    if (reasons.some((reason) => reason > before - TOLERANCE_MS && reason < at + TOLERANCE_MS)) return [];
    return [ofRule('I12')(taskId, at, 'a second run began while the first one had no reason to be dead')];
  });
}

function checkManners({ calls, hits }: History): readonly Violation[] {
  const rude = ofRule('I16');
  return calls.flatMap(({ op, taskId, askedAt, answeredAt, http, body }) => {
    if (body === 'TimeoutError') return [rude(taskId, askedAt, `${op} was not answered`)];
    if (answeredAt === null) return [];
    if (answeredAt - askedAt > LONGEST_MS) return [rude(taskId, askedAt, `${op} took ${answeredAt - askedAt} ms`)];
    const isPlanted = hits.some(({ action, at }) => action === 'throw' && at >= askedAt - 1 && at <= answeredAt + 1);
    if (http === null || http < 500 || http === 503 || isPlanted) return [];
    return [rude(taskId, askedAt, `${op} was answered ${http} ${JSON.stringify(body)}`)];
  });
}
