/** State patterns that the statechart uses more than once. */

import { runningSteps } from '../domain/choices.ts';
import { type RunContext, rowsOf, unitOf } from './run-context.ts';
import type { FenceInput, TaskInput, UnitInput } from './run-effects.ts';
import type { StoreId } from './run-events.ts';

/** Where each path of a run comes together again, see run-machine.ts. */
export const CHOOSING = '#choosing';

export interface WritingOptions {
  /** What is stored, completing "Stores …". */
  readonly what: string;
  readonly id: StoreId;
  /** Over the claim's connection where the unit carries no token of this run yet. */
  readonly src: 'storeOverClaim' | 'storeUnit';
  readonly plan: 'planReset' | 'planStart' | 'planRecord' | 'planEnd';
  /** Where to go when somebody else changed the rows; by default the run is over. */
  readonly lostTarget?: string;
}

/** A state that stores one unit, however long the database is away, and only while the claim is held. */
export function writing({ what, id, src, plan, lostTarget }: WritingOptions) {
  const onLost = lostTarget
    ? ({ target: lostTarget } as const)
    : ({ target: CHOOSING, actions: 'giveUpClaim' } as const);
  return {
    description: `Stores ${what}.`,
    entry: plan,
    initial: 'checking',
    states: {
      checking: {
        description: 'Looks whether the claim is still held: nothing is stored while it is in doubt.',
        always: [
          { guard: 'isClaimGone', target: CHOOSING },
          { guard: 'isClaimDoubted', target: 'doubting' },
          { target: 'sending' },
        ],
      },
      sending: {
        description: 'Sends the transition to the database and waits for its verdict.',
        invoke: {
          id,
          src,
          input: unitToStore,
          onDone: [
            { guard: 'isStored', target: CHOOSING, actions: 'applyStored' },
            { guard: 'isBusy', target: 'waiting', actions: 'noteBusy' },
            onLost,
          ],
          onError: { target: 'waiting', actions: 'noteStorageAway' },
        },
      },
      waiting: {
        description: 'Waits a little before the same transition is sent again.',
        after: { backOff: 'checking' },
      },
      doubting: {
        description: 'Waits until the claim is held again or gone for good.',
        always: [
          { guard: 'isClaimGone', target: CHOOSING },
          { guard: 'isClaimHeld', target: 'checking' },
        ],
      },
    },
  } as const;
}

/** The unit a writing state stores. */
export function unitToStore({ context }: { readonly context: RunContext }): UnitInput {
  return { unit: unitOf(context) };
}

/** A state that ends the processes of an attempt before its outcome is written, and insists until they are gone. */
export function clearing({ description, id, src, onDone }: ClearingOptions) {
  return {
    description,
    initial: 'trying',
    states: {
      trying: {
        description: 'Ends the processes and waits for their end.',
        invoke: {
          id,
          src,
          input: runningStepsOf,
          onDone: { target: '#recording', actions: onDone },
          onError: { target: 'pausing', actions: 'noteTrouble' },
        },
      },
      pausing: {
        description: 'A process does not end, or it cannot be told: waits a little and tries again.',
        after: { backOff: 'trying' },
      },
    },
  } as const;
}

export interface ClearingOptions {
  readonly description: string;
  readonly id: 'clear' | 'break';
  readonly src: 'clearScript' | 'fenceSteps';
  readonly onDone: 'forgetTrouble' | 'noteBreakEnd';
}

/** The steps that are RUNNING in the rows of this run: residue, or the one whose script it started. */
export function runningStepsOf({ context }: { readonly context: RunContext }): FenceInput {
  const steps = runningSteps(rowsOf(context)).map(({ stepNo, logPath }) => ({ stepNo, logPath }));
  return { taskId: context.taskId, steps };
}

/** The input of effects that need to know the task only. */
export function taskOf({ context }: { readonly context: RunContext }): TaskInput {
  return { taskId: context.taskId };
}
