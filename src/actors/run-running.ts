/** The part of the statechart in which the script of a step runs. */

import { runningStep } from '../domain/choices.ts';
import { describeTermination } from '../domain/outcome.ts';
import { type RunContext, rowsOf } from './run-context.ts';
import type { EndingInput, ScriptInput } from './run-effects.ts';
import { runSetup } from './run-setup.ts';

const ON_OVERGROWN = { target: 'stopping', actions: 'noteOvergrown' } as const;

export const running = runSetup.createStateConfig({
  description: 'The step is stored as RUNNING; its script runs until it ends, or is ended, and its end is awaited.',
  entry: 'beginStep',
  invoke: {
    id: 'script',
    src: 'runScript',
    input: scriptOf,
    onDone: [
      { guard: 'isClaimGone', target: 'choosing', actions: 'noteExit' },
      { guard: 'isExitSuccess', target: 'recording', actions: 'noteExit' },
      { target: 'clearing', actions: 'noteExit' },
    ],
    onError: { target: 'breaking', actions: 'noteBroken' },
  },
  initial: 'stepping',
  states: {
    stepping: {
      description: 'The script runs.',
      always: [
        { guard: 'isClaimGone', target: 'killing' },
        { guard: 'isShutdown', target: 'gracing' },
        { guard: 'isStopAsked', target: 'stopping', actions: 'noteTermination' },
      ],
      on: { 'log.overgrown': ON_OVERGROWN },
      after: { stepTimeout: { guard: 'hasStepTimeout', target: 'stopping', actions: 'noteTimeout' } },
    },
    gracing: {
      description: 'The service shuts down: the script may still end by itself.',
      always: { guard: 'isClaimGone', target: 'killing' },
      on: { 'log.overgrown': ON_OVERGROWN },
      after: { shutdownGrace: { target: 'stopping', actions: 'noteTermination' } },
    },
    stopping: {
      description: 'The script is asked to end (TERM to its whole group).',
      always: { guard: 'isClaimGone', target: 'killing' },
      invoke: {
        id: 'terminate',
        src: 'terminateScript',
        input: endingOf,
        onError: { target: 'killing', actions: 'noteTrouble' },
      },
      after: { killGrace: 'killing' },
    },
    killing: {
      description: 'The script did not end by itself: it is killed (KILL to its whole group).',
      invoke: {
        id: 'kill',
        src: 'killScript',
        input: endingOf,
        onError: { target: '#breaking', actions: 'noteBroken' },
      },
    },
  },
});

function scriptOf({ context }: { readonly context: RunContext }): ScriptInput {
  const step = runningStep(rowsOf(context));
  if (!step || step.logPath === null) throw new Error('no step is RUNNING');
  const { stepNo, name, script, logPath } = step;
  return { taskId: context.taskId, stepNo, stepName: name, script, logPath };
}

/** Without a reason of its own, a script is killed because this service may not run it any more. */
function endingOf({ context: { taskId, termination } }: { readonly context: RunContext }): EndingInput {
  return { taskId, why: termination ? describeTermination(termination) : 'the claim on its task was lost' };
}
