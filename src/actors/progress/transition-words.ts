/** Why a run went from one state to another, in plain words. No output of a script is in them. */

import { describeBytes } from '../../domain/byte-size.ts';
import type { Exit } from '../../domain/outcome.ts';
import { describeStop } from '../../domain/stop.ts';
import type { RunContext } from '../run-context.ts';
import { outputOf, type RunEvent } from '../run-events.ts';
import { describeChoice } from './choice-words.ts';
import { allSteps, describeStored, runningStep } from './rows-words.ts';
import type { Taken } from './taken.ts';

export function describeTransition(taken: Taken): string {
  const { event } = taken;
  if (event === null) return describeChoice(taken);
  if (event.type.startsWith('xstate.after.')) return describeDelay(event.type, taken);
  if (event.type.startsWith('xstate.error.actor.')) return describeError(taken);
  return describeNews(event, taken);
}

function describeNews(event: RunEvent, taken: Taken): string {
  if (event.type === 'run.stop') return describeStop(event.stop);
  if (event.type === 'log.overgrown') {
    return `the log of ${runningStep(taken.before)} grew beyond ${describeBytes(event.limitBytes)}`;
  }
  return CLAIM_WORDS[event.type] ?? describeEnd(event, taken);
}

const CLAIM_WORDS: Readonly<Record<string, string>> = {
  'claim.lost': 'the claim on this task is in doubt: its connection is gone',
  'claim.regained': 'the claim on this task is held again',
  'claim.gone': 'the claim on this task is gone for good',
};

/** An effect ended as it should. */
function describeEnd(event: RunEvent, taken: Taken): string {
  const type: string = event.type;
  switch (type) {
    case 'xstate.done.actor.claim':
      return taken.after.refusal ? 'another instance runs this task' : 'this instance has the right to run the task';
    case 'xstate.done.actor.load':
      return taken.after.refusal?.detail ?? `read the task: ${allSteps(taken.after)}`;
    case 'xstate.done.actor.fence':
      return 'nothing of the interrupted attempt runs any more';
    case 'xstate.done.actor.reload':
      return `read the task again: ${allSteps(taken.after)}`;
    case 'xstate.done.actor.script':
      return describeExit(outputOf(event, 'script'), taken.before);
    case 'xstate.done.actor.clear':
    case 'xstate.done.actor.break':
      return `nothing of ${runningStep(taken.before)} runs any more`;
    default:
      return describeVerdict(taken);
  }
}

/** Storing a unit came to a verdict. */
function describeVerdict({ guard, before, after }: Taken): string {
  if (guard === 'isBusy') return after.refusal?.detail ?? after.note ?? 'a row is locked by somebody else';
  if (before.unit !== null && after.unit === null) return describeStored(before.unit);
  if (after.refusal) return after.refusal.detail;
  return 'somebody else changed the rows of this task';
}

function describeExit(exit: Exit, context: RunContext): string {
  const step = runningStep(context);
  switch (exit.kind) {
    case 'exited':
      return `${step} ended with exit code ${exit.exitCode}`;
    case 'signalled':
      return `${step} was ended by ${exit.signal}`;
    case 'not-started':
      return `${step} could not be started: ${exit.reason}`;
    case 'unknown':
      return `it cannot be told how ${step} ended: ${exit.reason}`;
  }
}

/** `xstate.after.<delay>.<state>`. */
function describeDelay(type: string, { before: { timing, tries } }: Taken): string {
  switch (type.split('.')[2] ?? '') {
    case 'takeoverDelay':
      return `waited ${timing.takeoverDelayMs / 1000} s for the other host`;
    case 'stepTimeout':
      return `the script ran longer than ${(timing.stepTimeoutMs ?? 0) / 1000} s`;
    case 'shutdownGrace':
      return `the script did not end within ${timing.shutdownGraceMs / 1000} s of the shutdown`;
    case 'killGrace':
      return `the script did not end within ${timing.killGraceMs / 1000} s of TERM`;
    default:
      return `tries again after ${tries === 1 ? 'one try' : `${tries} tries`} in vain`;
  }
}

/** What the run knows of the error afterwards. */
function describeError({ after: { refusal, exit, note, stop } }: Taken): string {
  if (refusal) return refusal.detail;
  if (note !== null) return note;
  if (exit?.kind === 'unknown') return `it cannot be told how the script ended: ${exit.reason}`;
  return stop ? describeStop(stop) : 'something did not work';
}
