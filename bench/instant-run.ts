/** A run whose effects end at once: what is between two of its transitions is the statechart, and whoever is told. */

import { openRunActors, type RunActor } from '../src/actors/bind-run.ts';
import { watchTransitions } from '../src/actors/progress/watch-transitions.ts';
import type { RunEffects } from '../src/actors/run-effects.ts';
import type { TaskRows } from '../src/domain/rows.ts';
import { TIMING } from '../test/support/held-run.ts';
import { rowsOf } from '../test/support/rows.ts';
import { silentLogger } from '../test/support/silent-logger.ts';

/** Called before the run starts. */
export type Tell = (actor: RunActor, taskId: string) => void;

const STEPS = 20;

const createRunActor = openRunActors();

/** Resolves at its end. */
export async function runInstantly(taskId: string, tell: Tell): Promise<void> {
  const rows = rowsOf('PENDING', Array<'PENDING'>(STEPS).fill('PENDING'));
  const input = { taskId, origin: { place: 'aaaaaaaa', seed: taskId }, timing: TIMING, stop: null, fromStep: null };
  const effects = instantEffects({ ...rows, task: { ...rows.task, taskId } });
  const actor = createRunActor({ effects, logger: silentLogger }, { input });
  const { promise, resolve } = Promise.withResolvers<void>();
  actor.subscribe({ complete: resolve });
  tell(actor, taskId);
  actor.start();
  await promise;
}

export async function countTransitions(): Promise<number> {
  let count = 0;
  await runInstantly('count', (actor) => watchTransitions(actor, () => (count += 1)));
  return count;
}

/** Each ends in the next turn of the event loop, as what comes from a database or a process does at the earliest. */
function instantEffects(rows: TaskRows): RunEffects {
  const at = new Date().toISOString();
  const stored = () => soon({ verdict: 'stored', at } as const);
  return {
    claimTask: () => soon({ granted: true }),
    loadTask: () => soon({ rows, at }),
    storeOverClaim: stored,
    storeUnit: stored,
    fenceSteps: () => soon({ interruptions: {}, at }),
    runScript: () => soon({ kind: 'exited', exitCode: 0, at, lastLine: null, warning: null } as const),
    terminateScript: () => soon(undefined),
    killScript: () => soon(undefined),
    clearScript: () => soon(undefined),
  };
}

function soon<T>(value: T): Promise<T> {
  return new Promise((resolve) => {
    setImmediate(resolve, value);
  });
}
