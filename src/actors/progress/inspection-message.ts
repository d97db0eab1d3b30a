/** The messages that the Stately inspector understands, without what is not for every reader: scripts, output, free text. */

import type { AnyActorRef, InspectionEvent } from 'xstate';

import { runningSteps } from '../../domain/choices.ts';
import { countSuccess } from '../../domain/snapshot.ts';
import type { RunContext } from '../run-context.ts';

export type InspectionMessage = ActorMessage | EventMessage | SnapshotMessage;

interface EveryMessage {
  readonly rootId: string;
  readonly sessionId: string;
  /** Milliseconds, as a text. */
  readonly createdAt: string;
  readonly id: string;
  readonly _version: string;
}

interface ActorMessage extends EveryMessage {
  readonly type: '@xstate.actor';
  readonly name: string;
  readonly parentId: string | undefined;
  /** JSON. */
  readonly definition: string | undefined;
  readonly snapshot: ShownSnapshot;
}

interface EventMessage extends EveryMessage {
  readonly type: '@xstate.event';
  readonly event: { readonly type: string };
  readonly sourceId: string | undefined;
}

interface SnapshotMessage extends EveryMessage {
  readonly type: '@xstate.snapshot';
  readonly event: { readonly type: string };
  readonly snapshot: ShownSnapshot;
}

type Status = 'active' | 'done' | 'error' | 'stopped';

interface ShownSnapshot {
  readonly status: Status;
  readonly value?: unknown;
  readonly context?: unknown;
  readonly output: undefined;
  readonly error: undefined;
}

/** Of the messages of @statelyai/inspect. */
const VERSION = '0.7.2';

/** Null for what the inspector does not know. */
export function messageOf(inspected: InspectionEvent, known: KnownRun): InspectionMessage | null {
  const { rootId } = inspected;
  const actor = inspected.actorRef as AnyActorRef;
  const every = everyMessage(rootId, actor);
  switch (inspected.type) {
    case '@xstate.actor':
      return actorMessage(actor, rootId, known);
    case '@xstate.event': {
      const sourceId = (inspected.sourceRef as AnyActorRef | undefined)?.sessionId;
      return { type: inspected.type, ...every, event: { type: inspected.event.type }, sourceId };
    }
    case '@xstate.snapshot':
      return {
        type: inspected.type,
        ...every,
        event: { type: inspected.event.type },
        snapshot: shown(inspected.snapshot),
      };
    case '@xstate.action':
    case '@xstate.microstep':
    case '@xstate.transition':
      return null;
  }
}

export interface KnownRun {
  readonly taskId: string;
  /** The statechart, as JSON. */
  readonly definition: string;
}

/** That there is this actor. */
export function actorMessage(actor: AnyActorRef, rootId: string, { taskId, definition }: KnownRun): ActorMessage {
  const isRoot = actor.sessionId === rootId;
  return {
    type: '@xstate.actor',
    ...everyMessage(rootId, actor),
    name: isRoot ? taskId : actor.id,
    parentId: isRoot ? undefined : rootId,
    definition: isRoot ? definition : JSON.stringify({ id: actor.id }),
    // An effect is told of before it has one.
    snapshot: shown(actor.getSnapshot() ?? { status: 'active' }),
  };
}

function everyMessage(rootId: string, { sessionId }: AnyActorRef): EveryMessage {
  const createdAt = String(Date.now());
  return { rootId, sessionId, createdAt, id: `${sessionId} ${createdAt}`, _version: VERSION };
}

/** Of an effect only its status: what it takes and gives are rows and scripts. */
function shown(snapshot: { readonly status: Status }): ShownSnapshot {
  const { status } = snapshot;
  const nothing = { output: undefined, error: undefined };
  if (!('value' in snapshot) || !('context' in snapshot)) return { status, ...nothing };
  return { status, value: snapshot.value, context: shownContext(snapshot.context as RunContext), ...nothing };
}

function shownContext({ taskId, claim, rows, unit, tries, stop, exit }: RunContext) {
  return {
    taskId,
    claim,
    status: rows?.task.status ?? null,
    totalSteps: rows?.steps.length ?? null,
    successSteps: rows && countSuccess(rows.steps),
    runningSteps: rows && runningSteps(rows).map(({ stepNo }) => stepNo),
    isStoring: unit !== null,
    tries,
    stop: stop?.cause ?? null,
    exit: exit?.kind ?? null,
  };
}
