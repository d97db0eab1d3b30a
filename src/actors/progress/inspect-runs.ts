/** Lets somebody look into the statecharts of the runs here. While nobody does, that costs a run nothing. */

import type { InspectionEvent } from 'xstate';

import type { RunActor } from '../bind-run.ts';
import { runMachine } from '../run-machine.ts';
import { actorMessage, type InspectionMessage, type KnownRun, messageOf } from './inspection-message.ts';

export type Inspect = (message: InspectionMessage) => void;

export interface Inspections {
  /** A run begins; it is forgotten when its statechart has ended. */
  add(taskId: string, actor: RunActor): void;
  /** Of one task, or of all where it is null. Begins with the runs that there are. Returns how to leave. */
  inspect(taskId: string | null, inspect: Inspect): () => void;
}

interface InspectedRun extends KnownRun {
  readonly actor: RunActor;
  /** Null while nobody inspects. */
  subscription: { unsubscribe(): void } | null;
}

export function openInspections(): Inspections {
  const definition = JSON.stringify(runMachine.config);
  const runs = new Set<InspectedRun>();
  const inspectors = new Map<Inspect, string | null>();

  const tell = (taskId: string, message: InspectionMessage | null) => {
    if (message === null) return;
    for (const [inspect, only] of inspectors) if (only === null || only === taskId) inspect(message);
  };
  const tellSafely = (run: InspectedRun, inspected: InspectionEvent) => {
    try {
      tell(run.taskId, messageOf(inspected, run));
    } catch {
      // It would be thrown into the run. Whoever inspects finds that nothing comes any more.
      unsubscribe(run);
    }
  };
  const subscribe = (run: InspectedRun) => {
    run.subscription ??= run.actor.system.inspect((inspected) => tellSafely(run, inspected));
  };

  return {
    add(taskId, actor) {
      const run: InspectedRun = { taskId, definition, actor, subscription: null };
      runs.add(run);
      const forget = () => void runs.delete(run);
      actor.subscribe({ complete: forget, error: forget });
      if (inspectors.size === 0) return;
      tell(taskId, actorMessage(actor, actor.sessionId, run));
      subscribe(run);
    },
    inspect(taskId, inspect) {
      inspectors.set(inspect, taskId);
      for (const run of runs) {
        if (taskId === null || taskId === run.taskId) inspect(actorMessage(run.actor, run.actor.sessionId, run));
        subscribe(run);
      }
      return () => {
        inspectors.delete(inspect);
        if (inspectors.size === 0) runs.forEach(unsubscribe);
      };
    },
  };
}

function unsubscribe(run: InspectedRun): void {
  run.subscription?.unsubscribe();
  run.subscription = null;
}
