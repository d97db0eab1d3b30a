/** The statechart of a run: one pass over a task. It is pure; bind-run.ts gives it its effects. */

import { initialContext } from './run-context.ts';
import { recovering } from './run-recovering.ts';
import { running } from './run-running.ts';
import { runSetup } from './run-setup.ts';
import { clearing, taskOf, unitToStore, writing } from './run-states.ts';

/** Claims the task, accepts, recovers residue, then executes step by step; every effect moves it on by its done event. */
export const runMachine = runSetup.createMachine({
  id: 'run',
  description: 'One pass over a task: claims it, accepts, deals with residue, and runs the steps that are not SUCCESS.',
  context: ({ input }) => initialContext(input),
  initial: 'claiming',
  // Heard in every state; what follows from them is asked by guards where it matters.
  on: {
    'run.stop': { actions: 'noteStop' },
    'claim.lost': { actions: 'doubtClaim' },
    'claim.regained': { actions: 'regainClaim' },
    'claim.gone': { actions: 'giveUpClaim' },
    'xstate.error.actor.*': { actions: 'noteFault' },
  },
  states: {
    claiming: {
      description: 'Asks for the right to run this task.',
      invoke: {
        id: 'claim',
        src: 'claimTask',
        input: taskOf,
        onDone: [
          { guard: 'isClaimGranted', target: 'loading', actions: 'holdClaim' },
          { target: 'refused', actions: 'refuseHeldElsewhere' },
        ],
        onError: { target: 'refused', actions: 'refuseByError' },
      },
    },
    loading: {
      description: 'Reads the task and its steps and checks that they can be run.',
      always: { guard: 'isClaimGone', target: 'refused', actions: 'refuseUnavailable' },
      invoke: {
        id: 'load',
        src: 'loadTask',
        input: taskOf,
        onDone: [
          { guard: 'isFromStepUnknown', target: 'refused', actions: 'refuseUnknownStep' },
          { guard: 'isEarlierStepOpen', target: 'refused', actions: 'refuseEarlierStep' },
          // Somebody's express wish: there is something to run, whatever is SUCCESS.
          { guard: 'isFromStepAsked', target: 'accepting', actions: 'planAccept' },
          { guard: 'isAllSuccess', target: 'alreadySucceeded', actions: 'takeRows' },
          { guard: 'isEveryStepSuccess', target: 'settling', actions: 'planSettle' },
          { target: 'accepting', actions: 'planAccept' },
        ],
        onError: { target: 'refused', actions: 'refuseByError' },
      },
    },
    settling: {
      description: 'All steps are SUCCESS but the task is not: stores it as SUCCESS too.',
      invoke: {
        id: 'settle',
        src: 'storeOverClaim',
        input: unitToStore,
        onDone: [
          { guard: 'isStored', target: 'alreadySucceeded', actions: 'applyStored' },
          { guard: 'isLostAgain', target: 'refused', actions: 'refuseUnavailable' },
          { guard: 'isLost', target: 'loading', actions: 'countTry' },
          { target: 'refused', actions: 'refuseUnavailable' },
        ],
        onError: { target: 'refused', actions: 'refuseUnavailable' },
      },
    },
    accepting: {
      description:
        'Stores the task as RUNNING, and steps as set back that are to run again; after this nothing refuses the run any more.',
      invoke: {
        id: 'accept',
        src: 'storeOverClaim',
        input: unitToStore,
        onDone: [
          { guard: 'isBusy', target: 'refused', actions: 'refuseUnavailable' },
          { guard: 'isLostAgain', target: 'refused', actions: 'refuseUnavailable' },
          { guard: 'isLost', target: 'loading', actions: 'countTry' },
          { guard: 'hasForeignResidue', target: 'recovering.delaying', actions: 'applyStored' },
          { guard: 'hasResidue', target: 'recovering', actions: 'applyStored' },
          { target: 'executing', actions: 'applyStored' },
        ],
        onError: { target: 'refused', actions: 'refuseUnavailable' },
      },
    },
    recovering,
    executing: {
      description: 'Runs the steps that are not SUCCESS, one after the other.',
      tags: 'accepted',
      initial: 'choosing',
      states: {
        choosing: {
          id: 'choosing',
          description: 'Looks at the rows and at what the run was told, and chooses what comes next.',
          always: [
            { guard: 'isTaskSuccess', target: '#succeeded' },
            { guard: 'isTaskFailed', target: '#failed' },
            { guard: 'isClaimGone', target: '#abandoned' },
            { guard: 'isStopAsked', target: 'ending' },
            { guard: 'isClaimDoubted', target: 'doubting' },
            { guard: 'isStepRunning', target: 'running' },
            { guard: 'isFirstStepSuccess', target: 'skipping' },
            { target: 'starting' },
          ],
        },
        doubting: {
          description: 'The claim is in doubt: no script is started until it is held again.',
          always: [
            { guard: 'isClaimGone', target: 'choosing' },
            { guard: 'isStopAsked', target: 'choosing' },
            { guard: 'isClaimHeld', target: 'choosing' },
          ],
        },
        skipping: {
          description: 'Passes over the steps that are SUCCESS: they are never run again.',
          always: 'starting',
        },
        starting: writing({
          what: 'the first step of this run as RUNNING, with the token of its new attempt',
          id: 'start',
          src: 'storeOverClaim',
          plan: 'planStart',
        }),
        running,
        clearing: clearing({
          description: 'The step did not succeed: ends what its script left running, before the outcome is stored.',
          id: 'clear',
          src: 'clearScript',
          onDone: 'forgetTrouble',
        }),
        breaking: {
          id: 'breaking',
          ...clearing({
            description: 'It can no longer be told how the script ended: makes sure that nothing of it lives.',
            id: 'break',
            src: 'fenceSteps',
            onDone: 'noteBreakEnd',
          }),
          always: { guard: 'isClaimGone', target: 'choosing' },
        },
        recording: {
          id: 'recording',
          ...writing({
            what: 'the outcome of the step, together with the start of the next one or the end of the task',
            id: 'record',
            src: 'storeUnit',
            plan: 'planRecord',
          }),
        },
        ending: writing({
          what: 'the end of a run that was told to stop while no script of it runs',
          id: 'end',
          src: 'storeOverClaim',
          plan: 'planEnd',
        }),
      },
    },
    refused: { type: 'final', description: 'The run was not accepted; the caller was told why.' },
    alreadySucceeded: { type: 'final', description: 'There was nothing to run: every step is SUCCESS.' },
    succeeded: { id: 'succeeded', type: 'final', description: 'Every step is SUCCESS, and so is the task.' },
    failed: { id: 'failed', type: 'final', description: 'A step failed or the run was stopped; the task is FAILED.' },
    abandoned: {
      id: 'abandoned',
      type: 'final',
      description: 'The run gave up without a write; its rows are residue for whoever runs the task next.',
    },
  },
});
