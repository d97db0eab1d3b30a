/** The questions the statechart asks, each by a name that people read in the visualizer. */

import { nextStep, runningSteps } from '../domain/choices.ts';
import { parseLogPath } from '../domain/log-path.ts';
import { isSuccess } from '../domain/outcome.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Step, TaskRows } from '../domain/rows.ts';
import { fenceKey, type RunContext, rowsOf } from './run-context.ts';
import { errorOf, outputOf, type RunEvent, STORE_IDS } from './run-events.ts';

interface Asked {
  readonly context: RunContext;
  readonly event: RunEvent;
}

/** How often an accept reads the rows again because somebody changed them in between. */
const MOST_ACCEPT_TRIES = 3;

export const runGuards = {
  isClaimGranted: ({ event }: Asked) => outputOf(event, 'claim').granted,
  isClaimHeld: ({ context }: Asked) => context.claim === 'held',
  isClaimDoubted: ({ context }: Asked) => context.claim === 'doubted',
  isClaimGone: ({ context }: Asked) => context.claim === 'gone',

  isFromStepUnknown: ({ context, event }: Asked) => isFromStepUnknown(context, outputOf(event, 'load').rows),
  isEarlierStepOpen: ({ context, event }: Asked) => earlierOpenStep(context, outputOf(event, 'load').rows) !== null,
  isFromStepAsked: ({ context }: Asked) => context.fromStep !== null,
  isAllSuccess: ({ event }: Asked) => isAllSuccess(outputOf(event, 'load').rows),
  isEveryStepSuccess: ({ event }: Asked) => nextStep(outputOf(event, 'load').rows) === null,
  isTaskSuccess: ({ context }: Asked) => rowsOf(context).task.status === 'SUCCESS',
  isTaskFailed: ({ context }: Asked) => rowsOf(context).task.status === 'FAILED',
  isStepRunning: ({ context }: Asked) => runningSteps(rowsOf(context)).length > 0,
  isFirstStepSuccess: ({ context }: Asked) => rowsOf(context).steps[0]?.status === 'SUCCESS',

  hasResidue: ({ context }: Asked) => runningSteps(rowsOf(context)).length > 0,
  hasForeignResidue: ({ context }: Asked) => hasForeignResidue(context),
  isTaskTaken: ({ event }: Asked) => outputOf(event, 'reload').rows.task.status !== 'RUNNING',
  isResidueGone: ({ event }: Asked) => runningSteps(outputOf(event, 'reload').rows).length === 0,
  hasUnfencedResidue: ({ context, event }: Asked) =>
    runningSteps(outputOf(event, 'reload').rows).some((step) => !context.fenced.includes(fenceKey(step))),
  isRowsFault: ({ event }: Asked) => isRowsFault(errorOf(event)),

  isStored: ({ event }: Asked) => ['stored', 'already'].includes(verdictOf(event)),
  isBusy: ({ event }: Asked) => verdictOf(event) === 'busy',
  isLost: ({ event }: Asked) => verdictOf(event) === 'lost',
  isLostAgain: ({ context, event }: Asked) => verdictOf(event) === 'lost' && context.tries >= MOST_ACCEPT_TRIES,

  isStopAsked: ({ context }: Asked) => context.stop !== null,
  isShutdown: ({ context }: Asked) => context.stop?.cause === 'shutdown',
  hasStepTimeout: ({ context }: Asked) => context.timing.stepTimeoutMs !== null,
  isExitSuccess: ({ context, event }: Asked) => isSuccess(outputOf(event, 'script'), context.termination),
};

function isFromStepUnknown({ fromStep }: RunContext, { steps }: TaskRows): boolean {
  return fromStep !== null && steps.every(({ stepNo }) => stepNo !== fromStep.stepNo);
}

/** The first step before the one to begin at that is not SUCCESS; null where there is none, and where no step was named. */
export function earlierOpenStep({ fromStep }: Pick<RunContext, 'fromStep'>, rows: TaskRows): Step | null {
  const next = nextStep(rows);
  return fromStep !== null && next !== null && next.stepNo < fromStep.stepNo ? next : null;
}

/** Nothing to run and nothing to store: the row says already what its steps say. */
function isAllSuccess(rows: TaskRows): boolean {
  return rows.task.status === 'SUCCESS' && nextStep(rows) === null;
}

/** Residue of another host, or of nobody knows where: its owner may still be alive, cut off from the database. */
function hasForeignResidue(context: RunContext): boolean {
  if (context.timing.takeoverDelayMs === 0) return false;
  return runningSteps(rowsOf(context)).some(({ logPath }) => parseLogPath(logPath)?.place !== context.origin.place);
}

/** Whether rows were read but cannot be run, as opposed to a database that does not answer. */
function isRowsFault(error: unknown): boolean {
  return error instanceof Refusal && error.code !== 'database-unavailable';
}

function verdictOf(event: RunEvent): string {
  return outputOf(event, ...STORE_IDS).verdict;
}
