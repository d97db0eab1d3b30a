/** Why a run went on by itself, in plain words: which question about it was answered with yes. */

import { describeTermination } from '../../domain/outcome.ts';
import { describeStop } from '../../domain/stop.ts';
import { followingStep, runningStep, skippedSteps } from './rows-words.ts';
import type { Taken } from './taken.ts';

export function describeChoice({ guard, to, before, after }: Omit<Taken, 'event'>): string {
  switch (guard ?? '') {
    case 'isTaskSuccess':
      return 'every step is SUCCESS';
    case 'isTaskFailed':
      return 'the task is FAILED';
    case 'isClaimGone':
      return 'the claim on this task is gone for good';
    case 'isClaimDoubted':
      return 'the claim on this task is in doubt: waits';
    case 'isClaimHeld':
      return 'the claim on this task is held again';
    case 'isShutdown':
      return 'the service shuts down';
    case 'isStopAsked':
      return describeAsked({ before, after });
    case 'isStepRunning':
      return `${runningStep(before)} is stored as RUNNING: its script is started`;
    case 'isFirstStepSuccess':
      return `${skippedSteps(before)} skipped: already SUCCESS`;
    default:
      return describeOnly(to, { before, after });
  }
}

type Known = Pick<Taken, 'before' | 'after'>;

function describeAsked({ before: { stop }, after: { termination } }: Known): string {
  if (termination) return describeTermination(termination);
  return stop ? describeStop(stop) : 'told to stop';
}

/** Where nothing was asked, there is only one way on. */
function describeOnly(to: string, { before }: Known): string {
  if (to.endsWith('.sending')) return 'the claim on this task is held';
  return `${followingStep(before)} is the next one to run`;
}
