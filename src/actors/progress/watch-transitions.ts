/** Hears every arrow of its statechart that a run takes, those taken without an event included. */

import type { InspectedMicrostepEvent, SnapshotFrom } from 'xstate';

import type { StoredChanges, TakenTransition } from '../../domain/run-progress.ts';
import type { Unit } from '../../domain/unit.ts';
import { openTimeText } from '../../platform/time-text.ts';
import type { RunActor } from '../bind-run.ts';
import type { RunContext } from '../run-context.ts';
import type { RunEvent } from '../run-events.ts';
import type { runMachine } from '../run-machine.ts';
import { leafPath } from './state-path.ts';
import { describeTransition } from './transition-words.ts';

type Arrow = InspectedMicrostepEvent['_transitions'][number];

/** What was taken, and what the run knows afterwards. */
export type Tell = (taken: TakenTransition, context: RunContext) => void;

/** Begun before the actor is started. What it throws is thrown into whoever moves the run, so it must not. */
export function watchTransitions(actor: RunActor, tell: Tell): void {
  const timeText = openTimeText();
  const sourceOf = openSources();
  let before = standIn(actor.getSnapshot());
  actor.system.inspect((inspected) => {
    if (inspected.type !== '@xstate.microstep' || inspected.actorRef !== actor) return;
    const after = standIn(inspected.snapshot as SnapshotFrom<typeof runMachine>);
    const [arrow] = inspected._transitions;
    if (arrow)
      tell(
        describeTaken(arrow, inspected.event as RunEvent, { at: timeText(), source: sourceOf(arrow), before, after }),
        after.context,
      );
    before = after;
  });
}

/** Where a run stands between two arrows. */
interface Stand {
  readonly path: string;
  readonly context: RunContext;
}

function standIn({ value, context }: SnapshotFrom<typeof runMachine>): Stand {
  return { path: leafPath(value), context };
}

interface Move {
  readonly at: string;
  readonly source: string;
  readonly before: Stand;
  readonly after: Stand;
}

function describeTaken(arrow: Arrow, cause: RunEvent, { at, source, before, after }: Move): TakenTransition {
  const to = after.path;
  const guard = guardOf(arrow);
  // An arrow without an event is taken in the wake of one, which moved the run before.
  const event = arrow.eventType === '' ? null : cause;
  return {
    at,
    from: before.path,
    to,
    source,
    event: event && event.type,
    guard,
    why: describeTransition({ event, guard, to, before: before.context, after: after.context }),
    stored: storedBetween(before.context, after.context),
  };
}

/** The chart names every guard. */
function guardOf({ guard }: Arrow): string | null {
  return typeof guard === 'string' ? guard : null;
}

/** Paths of states, without the name of the chart; a run takes the same few arrows again and again. */
function openSources(): (arrow: Arrow) => string {
  const known = new Map<Arrow['source'], string>();
  return ({ source }) => {
    const path = known.get(source) ?? source.path.join('.');
    known.set(source, path);
    return path;
  };
}

/** A unit that is no longer on its way, with rows that are no longer the same, has been stored. */
function storedBetween(before: RunContext, after: RunContext): StoredChanges | null {
  const isStored = before.unit !== null && after.unit === null && before.rows !== after.rows;
  return isStored ? changesOf(before.unit) : null;
}

function changesOf({ task, steps }: Unit): StoredChanges {
  return {
    task: task && task.from !== task.to.status ? task.to.status : null,
    steps: steps.map(({ stepNo, to }) => ({ stepNo, status: to.status })),
  };
}
