/** Gives the statechart its effects: to every run its own, on one statechart that all of them share. */

import { type Actor, type ActorOptions, createActor, fromPromise } from 'xstate';

import { Refusal } from '../domain/refusal.ts';
import type { Logger } from '../logger.ts';
import type { RunInput } from './run-context.ts';
import type { Effect, RunEffects } from './run-effects.ts';
import { runMachine } from './run-machine.ts';

export type RunActor = Actor<typeof runMachine>;

export interface RunBinding {
  readonly effects: RunEffects;
  readonly logger: Logger;
}

export type CreateRunActor = (binding: RunBinding, options: RunActorOptions) => RunActor;

type RunActorOptions = Pick<ActorOptions<typeof runMachine>, 'clock'> & { readonly input: RunInput };

/** A statechart with effects of its own for each run would cost 100 KiB and 3 ms a run. */
export function openRunActors(): CreateRunActor {
  // Each root actor has a system of its own, which its effects are told.
  const bindings = new WeakMap<object, RunBinding>();
  const machine = bindMachine((system) => bindings.get(system) ?? fail());
  return (binding, options) => {
    const actor = createActor(machine, options);
    bindings.set(actor.system, binding);
    return actor;
  };
}

function bindMachine(bindingOf: (system: object) => RunBinding): typeof runMachine {
  return runMachine.provide({
    actors: {
      claimTask: told('claimTask', ({ claimTask }) => claimTask),
      loadTask: told('loadTask', ({ loadTask }) => loadTask),
      storeOverClaim: told('storeOverClaim', ({ storeOverClaim }) => storeOverClaim),
      storeUnit: told('storeUnit', ({ storeUnit }) => storeUnit),
      fenceSteps: told('fenceSteps', ({ fenceSteps }) => fenceSteps),
      runScript: told('runScript', ({ runScript }) => runScript),
      terminateScript: told('terminateScript', ({ terminateScript }) => terminateScript),
      killScript: told('killScript', ({ killScript }) => killScript),
      clearScript: told('clearScript', ({ clearScript }) => clearScript),
    },
  });

  /** The statechart keeps only the words of an error, for people; the log gets the whole of it. */
  function told<Input, Output>(name: keyof RunEffects, pick: (effects: RunEffects) => Effect<Input, Output>) {
    return fromPromise<Output, Input>(async ({ input, signal, system }) => {
      const { effects, logger } = bindingOf(system);
      try {
        return await pick(effects)(input, signal);
      } catch (error) {
        // A refusal is an answer to the caller, not a failure.
        if (!(error instanceof Refusal)) logger.warn({ effect: name, err: error }, 'run.effect-failed');
        throw error;
      }
    });
  }
}

function fail(): never {
  throw new Error('the run has no effects');
}
