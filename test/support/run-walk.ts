/** Walks the statechart through every state and event it can meet, and notes which transitions were taken. */

import {
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
  fromPromise,
  type Snapshot,
  type SnapshotFrom,
} from 'xstate';

import type { RunInput } from '../../src/actors/run-context.ts';
import type { RunEvent } from '../../src/actors/run-events.ts';
import { runMachine } from '../../src/actors/run-machine.ts';
import { parseLogPath } from '../../src/domain/log-path.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { TaskRows } from '../../src/domain/rows.ts';
import { AT, ELSEWHERE, PLACE, TIMING } from './held-run.ts';
import { rowsOf } from './rows.ts';

type RunSnapshot = SnapshotFrom<typeof runMachine>;
const input: RunInput = {
  taskId: 't',
  origin: { place: PLACE, seed: '00'.repeat(16) },
  timing: TIMING,
  stop: null,
  fromStep: null,
};

/** No task has a step 3, and of some the first step is not SUCCESS. */
const WISHES = [null, { stepNo: 2, by: 'ann' }, { stepNo: 3, by: 'ann' }];

/** A machine whose effects never end by themselves: their ends are events of the walk. */
export interface Walk {
  /** How many states were found, told apart by all that guards can see. */
  readonly states: number;
  /** Every step of the walk that broke the statechart. */
  readonly broken: readonly string[];
  /** Transitions of the statechart that no step of the walk took. */
  readonly untaken: readonly string[];
}

export function walkRun(): Walk {
  const events = [...news(), ...ends(), ...errors(), ...timers()];
  const found = new Map<string, RunSnapshot>();
  const taken = new Set<string>();
  const broken: string[] = [];
  const arriveIn = (snapshot: RunSnapshot) => {
    const key = keyOf(snapshot);
    if (!found.has(key)) found.set(key, snapshot);
  };
  for (const fromStep of WISHES) arriveIn(createActor(boundToNothing, { input: { ...input, fromStep } }).getSnapshot());
  // It goes on with those that are found on the way.
  for (const state of found.values()) {
    for (const event of events.filter((possible) => state.status === 'active' && state.can(possible))) {
      const { next, failure } = step(state, event, taken);
      if (failure) broken.push(failure);
      else arriveIn(next);
    }
  }
  const untaken = allTransitions().filter((name) => !taken.has(name));
  return { states: found.size, broken, untaken };
}

/** All that guards can see. */
function keyOf(snapshot: RunSnapshot): string {
  const { value, context, status } = snapshot;
  const { claim, stop, fromStep, rows, tries, termination } = context;
  const seen = rows && [
    rows.task.status,
    ...rows.steps.map((row) => row.status),
    parseLogPath(rows.steps[1]?.logPath ?? null)?.place,
  ];
  // Only an accept asks how often it was tried, and where it is to begin.
  const ofAccept = typeof value === 'string' ? [Math.min(tries, 3), fromStep?.stepNo] : [];
  return JSON.stringify([status, value, claim, stop?.cause, seen, ofAccept, termination?.cause]);
}

interface Step {
  readonly next: RunSnapshot;
  /** The words of an error where the statechart broke. */
  readonly failure: string | null;
}

/** Sends one event to a run in this state. */
function step(from: RunSnapshot, event: RunEvent, taken: Set<string>): Step {
  let failure: string | null = null;
  const snapshot = { ...(from.toJSON() as object), children: {} } as unknown as Snapshot<unknown>;
  const actor = createActor(boundToNothing, {
    input,
    snapshot,
    inspect: (inspection) => {
      if (inspection.type !== '@xstate.microstep') return;
      for (const transition of inspection._transitions) taken.add(nameOf(transition));
    },
  });
  actor.subscribe({ error: (error) => (failure = `${JSON.stringify(from.value)} ${event.type}: ${String(error)}`) });
  actor.start();
  actor.send(event);
  const next = actor.getSnapshot();
  actor.stop();
  return { next, failure };
}

const boundToNothing = runMachine.provide({ actors: neverEnding() });

function neverEnding() {
  const never = fromPromise<never, never>(() => new Promise(() => {}));
  const names = Object.keys(runMachine.implementations.actors);
  return Object.fromEntries(names.map((name) => [name, never]));
}

/** What comes from outside. */
function news(): RunEvent[] {
  return [
    { type: 'run.stop', stop: { cause: 'cancel', by: 'ann', at: AT } },
    { type: 'run.stop', stop: { cause: 'shutdown', at: AT } },
    { type: 'claim.lost' },
    { type: 'claim.regained' },
    { type: 'claim.gone' },
    { type: 'log.overgrown', limitBytes: 1024 },
  ];
}

/** Each way in which each effect can end. */
function ends(): RunEvent[] {
  const facts = { at: AT, lastLine: null, warning: null };
  const stores = ['accept', 'settle', 'reset', 'start', 'record', 'end'] as const;
  const verdicts = ['stored', 'already', 'busy', 'lost'] as const;
  return [
    { type: 'xstate.done.actor.claim', output: { granted: true } },
    { type: 'xstate.done.actor.claim', output: { granted: false } },
    ...loadedRows().map((rows) => ({ type: 'xstate.done.actor.load', output: { rows, at: AT } }) as const),
    ...reloadedRows().map((rows) => ({ type: 'xstate.done.actor.reload', output: { rows, at: AT } }) as const),
    ...stores.flatMap((id) =>
      verdicts.map((verdict) => ({ type: `xstate.done.actor.${id}`, output: { verdict, at: AT } }) as const),
    ),
    { type: 'xstate.done.actor.fence', output: { interruptions: {}, at: AT } },
    { type: 'xstate.done.actor.break', output: { interruptions: {}, at: AT } },
    { type: 'xstate.done.actor.script', output: { kind: 'exited', exitCode: 0, ...facts } },
    { type: 'xstate.done.actor.script', output: { kind: 'exited', exitCode: 3, ...facts } },
    { type: 'xstate.done.actor.clear' } as unknown as RunEvent,
    { type: 'xstate.done.actor.terminate' } as unknown as RunEvent,
    { type: 'xstate.done.actor.kill' } as unknown as RunEvent,
  ];
}

function loadedRows(): TaskRows[] {
  return [
    rowsOf('FAILED', ['SUCCESS', 'FAILED']),
    rowsOf('PENDING', ['PENDING', 'PENDING']),
    rowsOf('RUNNING', ['SUCCESS', 'RUNNING']),
    rowsOf('RUNNING', ['SUCCESS', 'RUNNING'], ELSEWHERE),
    rowsOf('FAILED', ['SUCCESS', 'SUCCESS']),
    rowsOf('SUCCESS', ['SUCCESS', 'SUCCESS']),
  ];
}

/** The same residue, other residue, none any more, and a task that somebody else ended. */
function reloadedRows(): TaskRows[] {
  return [
    rowsOf('RUNNING', ['SUCCESS', 'RUNNING']),
    rowsOf('RUNNING', ['RUNNING', 'FAILED']),
    rowsOf('RUNNING', ['SUCCESS', 'FAILED']),
    rowsOf('FAILED', ['SUCCESS', 'FAILED']),
  ];
}

function errors(): RunEvent[] {
  const errorTypes = new Set(
    allNodes().flatMap((node) => node.invoke.map(({ id }) => `xstate.error.actor.${id}` as const)),
  );
  const faults = [new Refusal('database-unavailable', 'planted'), new Refusal('task-not-found', 'planted')];
  return [...errorTypes, 'xstate.error.actor.nobody' as const].flatMap((type) =>
    faults.map((error) => ({ type, error })),
  );
}

function timers(): RunEvent[] {
  const types = new Set(allNodes().flatMap((node) => node.after.map(({ eventType }) => eventType)));
  return [...types].map((type) => ({ type }));
}

function allTransitions(): string[] {
  const always = allNodes().flatMap((node) => node.always ?? []);
  const others = allNodes().flatMap((node) => [...node.transitions.values()].flat());
  return [...always, ...others].map(nameOf);
}

function allNodes(node: AnyStateNode = runMachine.root): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => allNodes(child))];
}

/** "run.executing.choosing --always[isTaskFailed]--> run.failed" */
function nameOf({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const condition = typeof guard === 'string' ? `[${guard}]` : '';
  const targets = target?.map(({ id }) => id).join(', ') ?? 'itself';
  return `${source.id} --${eventType || 'always'}${condition}--> ${targets}`;
}
