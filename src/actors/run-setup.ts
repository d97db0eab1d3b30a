/** The vocabulary of the statechart: its types, and every name it uses bound to what it means. */

import { assign, fromPromise, setup } from 'xstate';

import * as changes from './run-changes.ts';
import type { RunContext, RunInput } from './run-context.ts';
import { runDelays } from './run-delays.ts';
import type { RunEffects } from './run-effects.ts';
import type { RunEvent } from './run-events.ts';
import { runGuards } from './run-guards.ts';

export const runSetup = setup({
  types: {
    context: {} as RunContext,
    input: {} as RunInput,
    events: {} as RunEvent,
    // accepted: the task's RUNNING is stored, the caller of execute has its answer.
    tags: {} as 'accepted',
  },
  actors: {
    claimTask: effect('claimTask'),
    loadTask: effect('loadTask'),
    storeOverClaim: effect('storeOverClaim'),
    storeUnit: effect('storeUnit'),
    fenceSteps: effect('fenceSteps'),
    runScript: effect('runScript'),
    terminateScript: effect('terminateScript'),
    killScript: effect('killScript'),
    clearScript: effect('clearScript'),
  },
  actions: {
    holdClaim: assign(changes.holdClaim),
    regainClaim: assign(changes.regainClaim),
    doubtClaim: assign(changes.doubtClaim),
    giveUpClaim: assign(changes.giveUpClaim),
    refuseHeldElsewhere: assign(changes.refuseHeldElsewhere),
    refuseByError: assign(changes.refuseByError),
    refuseUnknownStep: assign(changes.refuseUnknownStep),
    refuseEarlierStep: assign(changes.refuseEarlierStep),
    refuseUnavailable: assign(changes.refuseUnavailable),
    noteStop: assign(changes.noteStop),
    noteFault: assign(changes.noteFault),
    takeRows: assign(changes.takeRows),
    planAccept: assign(changes.planAccept),
    planSettle: assign(changes.planSettle),
    planReset: assign(changes.planReset),
    planStart: assign(changes.planStart),
    planRecord: assign(changes.planRecord),
    planEnd: assign(changes.planEnd),
    applyStored: assign(changes.applyStored),
    countTry: assign(changes.countTry),
    noteBusy: assign(changes.noteBusy),
    noteStorageAway: assign(changes.noteStorageAway),
    noteTrouble: assign(changes.noteTrouble),
    noteDelay: assign(changes.noteDelay),
    noteFenced: assign(changes.noteFenced),
    beginStep: assign(changes.beginStep),
    noteExit: assign(changes.noteExit),
    noteBroken: assign(changes.noteBroken),
    noteBreakEnd: assign(changes.noteBreakEnd),
    forgetTrouble: assign(changes.forgetTrouble),
    noteTimeout: assign(changes.noteTimeout),
    noteOvergrown: assign(changes.noteOvergrown),
    noteTermination: assign(changes.noteTermination),
  },
  guards: runGuards,
  delays: runDelays,
});

/** A place for an effect: what it takes and gives is fixed here, what it does is bound by bind-run.ts. */
function effect<Name extends keyof RunEffects>(name: Name) {
  type Input = Parameters<RunEffects[Name]>[0];
  type Output = Awaited<ReturnType<RunEffects[Name]>>;
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`the effect ${name} is not bound`)));
}
