/** Gives the statechart its effects. */

import { fromPromise } from 'xstate';

import { Refusal } from '../domain/refusal.ts';
import type { Logger } from '../logger.ts';
import type { Effect, RunEffects } from './run-effects.ts';
import { runMachine } from './run-machine.ts';

/** The statechart keeps only the words of an error, for people; the log gets the whole of it. */
export function bindRun(effects: RunEffects, logger: Logger): typeof runMachine {
  return runMachine.provide({
    actors: {
      claimTask: told('claimTask', effects.claimTask),
      loadTask: told('loadTask', effects.loadTask),
      storeOverClaim: told('storeOverClaim', effects.storeOverClaim),
      storeUnit: told('storeUnit', effects.storeUnit),
      fenceSteps: told('fenceSteps', effects.fenceSteps),
      runScript: told('runScript', effects.runScript),
      terminateScript: told('terminateScript', effects.terminateScript),
      killScript: told('killScript', effects.killScript),
      clearScript: told('clearScript', effects.clearScript),
    },
  });

  function told<Input, Output>(name: keyof RunEffects, effect: Effect<Input, Output>) {
    return fromPromise<Output, Input>(async ({ input, signal }) => {
      try {
        return await effect(input, signal);
      } catch (error) {
        // A refusal is an answer to the caller, not a failure.
        if (!(error instanceof Refusal)) logger.warn({ effect: name, err: error }, 'run.effect-failed');
        throw error;
      }
    });
  }
}
