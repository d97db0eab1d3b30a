/** What a run hears: news from outside and of its running script, and how its own effects ended. */

import type { Exit } from '../domain/outcome.ts';
import type { Stop } from '../domain/stop.ts';
import type { ClaimGranted, Fenced, Loaded, Stored } from './run-effects.ts';

export type RunEvent =
  | { readonly type: 'run.stop'; readonly stop: Stop }
  | { readonly type: 'claim.lost' }
  | { readonly type: 'claim.regained' }
  | { readonly type: 'claim.gone' }
  /** The log of the running script is larger than a step's log may be. */
  | { readonly type: 'log.overgrown'; readonly limitBytes: number }
  | DoneEvent
  | ErrorEvent;

/** What each invoked effect gives, by the id of its invoke. */
export interface EffectOutputs extends Record<StoreId, Stored> {
  readonly claim: ClaimGranted;
  readonly load: Loaded;
  readonly reload: Loaded;
  readonly fence: Fenced;
  readonly break: Fenced;
  readonly script: Exit;
}

/** The effects that store a unit. */
export const STORE_IDS = ['accept', 'settle', 'reset', 'start', 'record', 'end'] as const;

export type StoreId = (typeof STORE_IDS)[number];

/** The done events of the effects; declared so that guards can read their outputs. */
export type DoneEvent = { [Id in keyof EffectOutputs]: Done<Id, EffectOutputs[Id]> }[keyof EffectOutputs];

export interface ErrorEvent {
  readonly type: `xstate.error.actor.${string}`;
  readonly error: unknown;
}

interface Done<Id extends string, Output> {
  readonly type: `xstate.done.actor.${Id}`;
  readonly output: Output;
}

/** The output of the done event of one of these effects. */
export function outputOf<Id extends keyof EffectOutputs>(event: RunEvent, ...ids: readonly Id[]): EffectOutputs[Id] {
  if (isDoneOf(event, ids)) return event.output;
  throw new Error(`${event.type} is not the end of ${ids.join(' or ')}`);
}

function isDoneOf<Id extends keyof EffectOutputs>(
  event: RunEvent,
  ids: readonly Id[],
): event is Extract<DoneEvent, { output: EffectOutputs[Id] }> {
  return ids.some((id) => event.type === `xstate.done.actor.${id}`);
}

/** The error of an error event; null for any other. */
export function errorOf(event: RunEvent): unknown {
  return 'error' in event ? event.error : null;
}
