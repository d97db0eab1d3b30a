/** The part of the statechart in which the script of a step runs. */

import { runningSteps } from '../domain/choices.ts';
import { type RunContext, rowsOf } from './run-context.ts';
import type { ScriptInput } from './run-effects.ts';
import { runSetup } from './run-setup.ts';
import { taskOf } from './run-states.ts';

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
      after: { stepTimeout: { guard: 'hasStepTimeout', target: 'stopping', actions: 'noteTimeout' } },
    },
    gracing: {
      description: 'The service shuts down: the script may still end by itself.',
      always: { guard: 'isClaimGone', target: 'killing' },
      after: { shutdownGrace: { target: 'stopping', actions: 'noteTermination' } },
    },
    stopping: {
      description: 'The script is asked to end (TERM to its whole group).',
      always: { guard: 'isClaimGone', target: 'killing' },
      invoke: {
        id: 'terminate',
        src: 'terminateScript',
        input: taskOf,
        onError: { target: 'killing', actions: 'noteTrouble' },
      },
      after: { killGrace: 'killing' },
    },
    killing: {
      description: 'The script did not end by itself: it is killed (KILL to its whole group).',
      invoke: {
        id: 'kill',
        src: 'killScript',
        input: taskOf,
        onError: { target: '#breaking', actions: 'noteBroken' },
      },
    },
  },
});

function scriptOf({ context }: { readonly context: RunContext }): ScriptInput {
  const [step] = runningSteps(rowsOf(context));
  if (!step || step.logPath === null) throw new Error('no step is RUNNING');
  const { stepNo, name, script, logPath } = step;
  return { taskId: context.taskId, stepNo, stepName: name, script, logPath };
}
