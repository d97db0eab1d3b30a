/** What each happening changes in what a run knows: pure functions, one for each action of the statechart. */

import { nextStep, runningSteps } from '../domain/choices.ts';
import { stepNotFound } from '../domain/find-step.ts';
import { outcomeOf } from '../domain/outcome.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Step } from '../domain/rows.ts';
import type { Stop } from '../domain/stop.ts';
import { acceptRun } from '../domain/transitions/accept-run.ts';
import { endRun } from '../domain/transitions/end-run.ts';
import { recordOutcome } from '../domain/transitions/record-outcome.ts';
import { resetResidue } from '../domain/transitions/reset-residue.ts';
import { settleTask } from '../domain/transitions/settle-task.ts';
import { startStep } from '../domain/transitions/start-step.ts';
import { applyUnit } from '../domain/unit.ts';
import { earlierOpenStep } from './run-guards.ts';
import { fenceKey, type RunContext, type RunRefusal, rowsOf, unitOf } from './run-context.ts';
import { errorOf, outputOf, type RunEvent, STORE_IDS } from './run-events.ts';

interface Happened {
  readonly context: RunContext;
  readonly event: RunEvent;
}

type Change = (happened: Happened) => Partial<RunContext>;

/** A claim that is gone never comes back. */
export const holdClaim: Change = ({ context }) => (context.claim === 'none' ? { claim: 'held' } : {});
export const regainClaim: Change = ({ context }) => (context.claim === 'doubted' ? { claim: 'held', note: null } : {});
export const doubtClaim: Change = ({ context }) =>
  context.claim === 'gone'
    ? {}
    : { claim: 'doubted', note: 'waiting for the database: the claim on this task is in doubt' };
export const giveUpClaim: Change = () => ({ claim: 'gone' });

export const refuseHeldElsewhere: Change = () => ({
  refusal: { code: 'held-elsewhere', detail: 'Another instance runs this task.', reason: undefined },
});
export const refuseByError: Change = ({ event }) => ({ refusal: refusalOf(errorOf(event)) });
export const refuseUnknownStep: Change = ({ context: { taskId, fromStep } }) => ({
  refusal: refusalOf(stepNotFound(taskId, fromStep?.stepNo ?? 0)),
});
export const refuseEarlierStep: Change = ({ context, event }) => ({ refusal: earlierStepOf(context, event) });
export const refuseUnavailable: Change = () => ({ refusal: UNAVAILABLE });

/** The first stop counts. */
export const noteStop: Change = ({ context, event }) =>
  event.type === 'run.stop' && context.stop === null ? { stop: event.stop } : {};
/** A fault of ours or of the rows ends the run as a stop does, unless it is told to stop already. */
export const noteFault: Change = ({ context, event }) => ({ stop: context.stop ?? fault(errorOf(event), context.at) });

export const takeRows: Change = ({ event }) => outputOf(event, 'load', 'reload');
export const planAccept: Change = ({ context, event }) =>
  planOver(event, (rows, at) => acceptRun(rows, at, context.fromStep));
export const planSettle: Change = ({ event }) => planOver(event, settleTask);

export const planReset: Change = ({ context }) => ({
  unit: resetResidue(rowsOf(context), context.interruptions, context.at),
  tries: 0,
});
export const planStart: Change = ({ context }) => ({
  unit: startStep(rowsOf(context), stepToStart(context), context.origin, context.at),
  tries: 0,
});
export const planRecord: Change = ({ context }) => ({ unit: planOutcome(context), tries: 0 });
export const planEnd: Change = ({ context }) => ({ unit: endRun(rowsOf(context), stopOf(context)), tries: 0 });

export const applyStored: Change = ({ context, event }) => ({
  rows: applyUnit(rowsOf(context), unitOf(context)),
  at: outputOf(event, ...STORE_IDS).at,
  unit: null,
  tries: 0,
  note: null,
});

export const countTry: Change = ({ context }) => ({ tries: context.tries + 1 });
export const noteBusy: Change = ({ context }) => ({
  tries: context.tries + 1,
  note: 'waiting for a row of this task that somebody else has locked',
});
export const noteStorageAway: Change = ({ context }) => ({
  tries: context.tries + 1,
  note: 'waiting for the database to store the last transition',
});
export const noteTrouble: Change = ({ context, event }) => ({
  tries: context.tries + 1,
  note: messageOf(errorOf(event)),
});

export const noteDelay: Change = ({ context }) => ({
  note: `waiting ${context.timing.takeoverDelayMs / 1000} s: the interrupted run was on another host, which may still be alive`,
});
export const noteFenced: Change = ({ context, event }) => ({
  fenced: [...context.fenced, ...runningSteps(rowsOf(context)).map(fenceKey)],
  interruptions: { ...context.interruptions, ...outputOf(event, 'fence').interruptions },
  tries: 0,
  note: null,
});

export const beginStep: Change = () => ({ termination: null, exit: null });
export const noteExit: Change = ({ event }) => ({ exit: outputOf(event, 'script'), tries: 0 });
export const noteBroken: Change = ({ context, event }) => ({
  exit: { kind: 'unknown', reason: messageOf(errorOf(event)), at: context.at, lastLine: null, warning: null },
  tries: 0,
});
/** When everything of the broken attempt is gone is the time of its end. */
export const noteBreakEnd: Change = ({ context, event }) => ({
  exit: context.exit && { ...context.exit, at: outputOf(event, 'break').at },
  tries: 0,
  note: null,
});
export const forgetTrouble: Change = () => ({ tries: 0, note: null });
export const noteTimeout: Change = ({ context }) => ({
  termination: { cause: 'timeout', timeoutMs: context.timing.stepTimeoutMs ?? 0 },
});
export const noteOvergrown: Change = ({ event }) =>
  event.type === 'log.overgrown' ? { termination: { cause: 'log-limit', limitBytes: event.limitBytes } } : {};
export const noteTermination: Change = ({ context }) => ({ termination: context.stop });

const UNAVAILABLE: RunRefusal = {
  code: 'database-unavailable',
  detail: 'The database does not answer; try again soon.',
  reason: undefined,
};

/** An error while storing the accept leaves it in doubt; what is not a Refusal while reading is a fault of ours. */
function refusalOf(error: unknown): RunRefusal {
  if (error instanceof Refusal) return { code: error.code, detail: error.message, reason: error.reason };
  return { code: 'internal', detail: messageOf(error), reason: undefined };
}

function earlierStepOf({ fromStep, ...context }: RunContext, event: RunEvent): RunRefusal {
  const earlier = earlierOpenStep({ fromStep, ...context }, outputOf(event, 'load').rows);
  const detail = `Step ${earlier?.stepNo} is ${earlier?.status}; every step before step ${fromStep?.stepNo} has to be SUCCESS.`;
  return { code: 'earlier-step-not-success', detail, reason: undefined };
}

function planOver(event: RunEvent, plan: typeof settleTask): Partial<RunContext> {
  const { rows, at } = outputOf(event, 'load');
  return { rows, at, unit: plan(rows, at) };
}

function planOutcome(context: RunContext): RunContext['unit'] {
  const { exit, termination, stop, origin } = context;
  const [step] = runningSteps(rowsOf(context));
  if (exit === null || step === undefined) throw new Error('no script has ended');
  return recordOutcome(rowsOf(context), { step, outcome: outcomeOf(exit, termination), at: exit.at }, stop, origin);
}

function stepToStart(context: RunContext): Step {
  const step = nextStep(rowsOf(context));
  if (step === null) throw new Error('every step is SUCCESS');
  return step;
}

function stopOf({ stop }: RunContext): Stop {
  if (stop === null) throw new Error('the run was not told to stop');
  return stop;
}

function fault(error: unknown, at: string): Stop {
  return { cause: 'fault', why: messageOf(error), at };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
