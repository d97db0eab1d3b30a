/** The effects of a run with failpoints around them; used only where some are armed. */

import { setImmediate } from 'node:timers/promises';

import type { Unit, Verdict } from '../domain/unit.ts';
import type { Reach } from '../failpoints/failpoint.ts';
import type { LiveEffects } from './live-effects.ts';
import type { Effect, Stored, UnitInput } from './run-effects.ts';

/** What the points need to know of the run beside its effects. */
export interface FailpointOptions {
  readonly reach: Reach;
  readonly isShutdown: () => boolean;
}

export function failpointEffects(effects: LiveEffects, { reach, isShutdown }: FailpointOptions): LiveEffects {
  let isAccepted = false;
  // Until the first script, a fence is for residue; after it, for the script of this run.
  let isRecovering = true;

  const signalled = async () => {
    if (isShutdown()) await reach('shutdown.children_signalled');
  };

  return {
    ...effects,
    async claimTask(input, signal) {
      const claimed = await effects.claimTask(input, signal);
      if (claimed.granted) await reach('accept.claimed');
      return claimed;
    },
    async loadTask(input, signal) {
      const loaded = await effects.loadTask(input, signal);
      if (!isAccepted) await reach('accept.loaded');
      return loaded;
    },
    async storeOverClaim(input, signal) {
      const stored = await storeAround(effects.storeOverClaim, reach)(input, signal);
      isAccepted ||= isStored(stored.verdict);
      return stored;
    },
    storeUnit: storeAround(effects.storeUnit, reach),
    async fenceSteps(input, signal) {
      if (isRecovering) await reach('recover.begin');
      const fenced = await effects.fenceSteps(input, signal);
      const hasEnded = Object.values(fenced.interruptions).some(({ endedProcesses }) => endedProcesses > 0);
      if (isRecovering && hasEnded) await reach('recover.orphan_killed');
      return fenced;
    },
    async runScript(input, signal) {
      isRecovering = false;
      await reach('step.marked_running');
      return effects.runScript(input, signal);
    },
    async terminateScript(input, signal) {
      await effects.terminateScript(input, signal);
      await signalled();
    },
  };
}

type Store = Effect<UnitInput, Stored>;

function storeAround(store: Store, reach: Reach): Store {
  return async (input, signal) => {
    const { unit } = input;
    for (const point of POINTS_BEFORE) if (point.isFor(unit)) await reach(point.name);
    const storing = store(input, signal);
    // Where a point throws, nobody waits for it any more.
    storing.catch(() => undefined);
    if (hasOutcome(unit)) {
      // The turn in which the statement is written to its connection.
      await setImmediate();
      await reach('step.persist.sent');
    }
    const stored = await storing;
    if (isStored(stored.verdict)) for (const point of POINTS_AFTER) if (point.isFor(unit)) await reach(point.name);
    return stored;
  };
}

const POINTS_BEFORE = [
  { name: 'recover.reset', isFor: isReset },
  { name: 'step.persist.before', isFor: hasOutcome },
  { name: 'task.finish.before', isFor: isLast },
] as const;

const POINTS_AFTER = [
  { name: 'accept.stored', isFor: isAcceptance },
  { name: 'run.residue_reset', isFor: isReset },
  { name: 'step.persisted', isFor: hasOutcome },
  { name: 'task.finished', isFor: isLast },
] as const;

function isAcceptance({ steps, task }: Unit): boolean {
  return task?.to.status === 'RUNNING' && steps.every(({ from }) => from.status === 'SUCCESS');
}

function isReset({ steps, task }: Unit): boolean {
  return task?.to.status === 'RUNNING' && steps.some(({ from }) => from.status === 'RUNNING');
}

function hasOutcome(unit: Unit): boolean {
  return !isReset(unit) && unit.steps.some(({ from }) => from.status === 'RUNNING');
}

function isLast({ task }: Unit): boolean {
  return task?.to.status === 'SUCCESS' || task?.to.status === 'FAILED';
}

function isStored(verdict: Verdict): boolean {
  return verdict === 'stored' || verdict === 'already';
}
