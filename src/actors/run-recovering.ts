/** The part of the statechart that deals with residue: steps left RUNNING by a run that died. */

import { runSetup } from './run-setup.ts';
import { CHOOSING, runningStepsOf, taskOf, writing } from './run-states.ts';

export const recovering = runSetup.createStateConfig({
  description: 'Steps are still RUNNING from a run that died: makes sure it is over, then marks them FAILED.',
  tags: 'accepted',
  initial: 'fencing',
  states: {
    delaying: {
      description: 'The dead run was on another host, which may only be cut off: waits until it must have given up.',
      entry: 'noteDelay',
      always: [
        { guard: 'isClaimGone', target: CHOOSING },
        { guard: 'isShutdown', target: '#abandoned' },
      ],
      after: { takeoverDelay: 'fencing' },
    },
    fencing: {
      description: 'Ends whatever of the interrupted steps is still alive on this host.',
      always: { guard: 'isClaimGone', target: CHOOSING },
      invoke: {
        id: 'fence',
        src: 'fenceSteps',
        input: runningStepsOf,
        onDone: { target: 'reloading', actions: 'noteFenced' },
        onError: { target: 'pausing', actions: 'noteTrouble' },
      },
    },
    reloading: {
      id: 'reloading',
      description: 'Reads the rows again: the dead run may have written until a moment ago.',
      always: { guard: 'isClaimGone', target: CHOOSING },
      invoke: {
        id: 'reload',
        src: 'loadTask',
        input: taskOf,
        onDone: [
          { guard: 'isTaskTaken', target: CHOOSING, actions: 'giveUpClaim' },
          { guard: 'isResidueGone', target: CHOOSING, actions: 'takeRows' },
          { guard: 'hasUnfencedResidue', target: 'fencing', actions: 'takeRows' },
          { target: 'resetting', actions: 'takeRows' },
        ],
        onError: [
          { guard: 'isRowsFault', target: CHOOSING, actions: 'noteFault' },
          { target: 'pausing', actions: 'noteTrouble' },
        ],
      },
    },
    pausing: {
      description: 'Something did not work: waits a little and reads the rows again.',
      always: { guard: 'isClaimGone', target: CHOOSING },
      after: { backOff: 'reloading' },
    },
    resetting: writing({
      what: 'the interrupted steps as FAILED',
      id: 'reset',
      src: 'storeOverClaim',
      plan: 'planReset',
      lostTarget: '#reloading',
    }),
  },
});
