/** A run whose every effect is held until the test lets it go, on a clock that the test moves. */

import { SimulatedClock } from 'xstate';

import { openRunActors } from '../../src/actors/bind-run.ts';
import { watchTransitions } from '../../src/actors/progress/watch-transitions.ts';
import type { RunTiming } from '../../src/actors/run-context.ts';
import type { RunEffects, UnitInput } from '../../src/actors/run-effects.ts';
import type { RunEvent } from '../../src/actors/run-events.ts';
import type { Exit } from '../../src/domain/outcome.ts';
import type { TaskRows } from '../../src/domain/rows.ts';
import type { TakenTransition } from '../../src/domain/run-progress.ts';
import type { Stop } from '../../src/domain/stop.ts';
import type { FromStep } from '../../src/domain/transitions/set-back.ts';
import { applyUnit, type Unit } from '../../src/domain/unit.ts';
import { silentLogger } from './silent-logger.ts';

export const PLACE = 'aaaaaaaa';
export const ELSEWHERE = 'bbbbbbbb';
export const AT = '2026-03-10T08:00:00.000Z';

export const TIMING: RunTiming = {
  stepTimeoutMs: 600_000,
  killGraceMs: 5000,
  shutdownGraceMs: 10_000,
  takeoverDelayMs: 60_000,
};

export type EffectName = keyof RunEffects;

interface Call {
  readonly name: EffectName;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface HeldRun {
  /** The rows of the held database, changed by each unit that is let through. */
  rows: TaskRows;
  /** Every unit that was sent, in order. */
  readonly sent: Unit[];
  /** The steps whose scripts were started, in order. */
  readonly started: number[];
  /** Every arrow of the statechart that was taken, in order. */
  readonly taken: TakenTransition[];
  /** The active leaf state, dotted. */
  leaf(): string;
  context(): ReturnType<HeldActor['getSnapshot']>['context'];
  status(): string;
  pending(): readonly EffectName[];
  send(event: RunEvent): void;
  /** Lets the oldest pending effect of this name end well, or with this output. */
  pass(name: EffectName, output?: unknown): Promise<void>;
  fail(name: EffectName, error?: unknown): Promise<void>;
  advance(milliseconds: number): Promise<void>;
  /** Lets everything go well until the run is over, and gives its final state. */
  finish(): Promise<string>;
}

type HeldActor = ReturnType<typeof createHeldActor>;

export function heldRun(
  rows: TaskRows,
  { stop = null, fromStep = null, timing = TIMING }: Partial<Omit<HeldActorOptions, 'clock' | 'taskId'>> = {},
): HeldRun {
  const calls: Call[] = [];
  const clock = new SimulatedClock();
  const actor = createHeldActor(calls, { clock, taskId: rows.task.taskId, stop, fromStep, timing });

  const run: HeldRun = {
    rows,
    sent: [],
    started: [],
    taken: [],
    leaf: () => leafOf(actor.getSnapshot().value),
    context: () => actor.getSnapshot().context,
    status: () => actor.getSnapshot().status,
    pending: () => calls.filter(({ signal }) => !signal.aborted).map(({ name }) => name),
    send: (event) => actor.send(event),
    async pass(name, output) {
      const call = take(calls, name);
      call.resolve(output ?? happyEnd(run, call));
      await settle();
    },
    async fail(name, error = new Error('planted')) {
      take(calls, name).reject(error);
      await settle();
    },
    async advance(milliseconds) {
      clock.increment(milliseconds);
      await settle();
    },
    finish: () => finish(run),
  };
  actor.subscribe({ error: () => null });
  watchTransitions(actor, (taken) => run.taken.push(taken));
  actor.start();
  return run;
}

interface HeldActorOptions {
  readonly clock: SimulatedClock;
  readonly taskId: string;
  readonly stop: Stop | null;
  readonly timing: RunTiming;
  readonly fromStep: FromStep | null;
}

function createHeldActor(calls: Call[], { clock, ...input }: HeldActorOptions) {
  const origin = { place: PLACE, seed: '00'.repeat(16) };
  const binding = { effects: heldEffects(calls), logger: silentLogger };
  return openRunActors()(binding, { clock, input: { ...input, origin } });
}

function heldEffects(calls: Call[]): RunEffects {
  const hold = (name: EffectName) => (input: unknown, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    calls.push({ name, input, signal, resolve, reject });
    return promise;
  };
  const names = [
    'claimTask',
    'loadTask',
    'storeOverClaim',
    'storeUnit',
    'fenceSteps',
    'runScript',
    'terminateScript',
    'killScript',
    'clearScript',
  ] as const;
  return Object.fromEntries(names.map((name) => [name, hold(name)])) as unknown as RunEffects;
}

function take(calls: Call[], name: EffectName): Call {
  const index = calls.findIndex((call) => call.name === name && !call.signal.aborted);
  const [call] = index < 0 ? [] : calls.splice(index, 1);
  if (!call) throw new Error(`${name} is not pending; pending: ${calls.map((other) => other.name).join(', ')}`);
  return call;
}

function happyEnd(run: HeldRun, { name, input }: Call): unknown {
  switch (name) {
    case 'claimTask':
      return { granted: true };
    case 'loadTask':
      return { rows: run.rows, at: AT };
    case 'storeOverClaim':
    case 'storeUnit': {
      const { unit } = input as UnitInput;
      run.sent.push(unit);
      run.rows = applyUnit(run.rows, unit);
      return { verdict: 'stored', at: AT };
    }
    case 'fenceSteps':
      return { interruptions: {}, at: AT };
    case 'runScript':
      run.started.push((input as { stepNo: number }).stepNo);
      return scriptEnd(run.leaf());
    case 'terminateScript':
    case 'killScript':
    case 'clearScript':
      return null;
  }
}

/** A script ends well by itself, and by the signal where it was sent one. */
function scriptEnd(leaf: string): Exit {
  const facts = { at: AT, lastLine: null, warning: null };
  if (leaf.endsWith('stopping')) return { kind: 'signalled', signal: 'SIGTERM', ...facts };
  if (leaf.endsWith('killing')) return { kind: 'signalled', signal: 'SIGKILL', ...facts };
  return { kind: 'exited', exitCode: 0, ...facts };
}

async function finish(run: HeldRun): Promise<string> {
  for (let hops = 0; run.status() === 'active'; hops += 1) {
    if (hops > 200) throw new Error(`the run does not end, it is ${run.leaf()}`);
    await goOn(run);
  }
  if (run.status() === 'error') throw new Error(`the statechart broke in ${run.leaf()}`);
  return run.leaf();
}

/** One thing that goes well: the claim comes back, an effect ends (a script last), or time passes. */
async function goOn(run: HeldRun): Promise<void> {
  if (run.context().claim === 'doubted') {
    run.send({ type: 'claim.regained' });
    await settle();
    return;
  }
  const [next] = run.pending().toSorted((a, b) => Number(a === 'runScript') - Number(b === 'runScript'));
  if (next) await run.pass(next);
  else await run.advance(60_000);
}

function leafOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[state, inner] = ['', '']] = Object.entries(value as object);
  return `${state}.${leafOf(inner)}`;
}

/** Lets every promise that can settle do so. */
async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
