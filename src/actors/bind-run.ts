/** Gives the statechart its effects. */

import { fromPromise } from 'xstate';

import type { RunEffects } from './run-effects.ts';
import { runMachine } from './run-machine.ts';

export function bindRun(effects: RunEffects): typeof runMachine {
  return runMachine.provide({
    actors: {
      claimTask: fromPromise(({ input, signal }) => effects.claimTask(input, signal)),
      loadTask: fromPromise(({ input, signal }) => effects.loadTask(input, signal)),
      storeOverClaim: fromPromise(({ input, signal }) => effects.storeOverClaim(input, signal)),
      storeUnit: fromPromise(({ input, signal }) => effects.storeUnit(input, signal)),
      fenceSteps: fromPromise(({ input, signal }) => effects.fenceSteps(input, signal)),
      runScript: fromPromise(({ input, signal }) => effects.runScript(input, signal)),
      terminateScript: fromPromise(({ input, signal }) => effects.terminateScript(input, signal)),
      killScript: fromPromise(({ input, signal }) => effects.killScript(input, signal)),
      clearScript: fromPromise(({ input, signal }) => effects.clearScript(input, signal)),
    },
  });
}
