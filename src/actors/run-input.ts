/** What a new run is given: its id and its origin are new each time, so that its tokens are too. */

import { randomBytes, randomUUIDv7 } from 'node:crypto';

import type { Stop } from '../domain/stop.ts';
import type { Scripts } from '../scripts/scripts.ts';
import type { Asked } from './progress/tell-progress.ts';
import type { RunInput, RunTiming } from './run-context.ts';

export interface RunIdentity {
  readonly scripts: Scripts;
  /** `instance:pid:random` of this service, told to readers of a task that runs here. */
  readonly owner: string;
  /** Of this service, told in the journals of its runs. */
  readonly version: string;
  readonly timing: RunTiming;
}

/** Who wants a run. */
export interface Wish {
  /** A name, or `recovery`. */
  readonly by: string;
  /** Where it is only to settle residue. */
  readonly stop: Stop | null;
  /** The step at which it is to begin, where one was named. */
  readonly fromStep?: number | undefined;
  /** Of the request that asked for it, where one did. */
  readonly requestId?: string | undefined;
}

/** It waits so long for a run that is about to end. */
export interface PatientWish extends Omit<Wish, 'stop'> {
  readonly deadline: number;
}

export interface GivenRun {
  readonly input: RunInput;
  readonly asked: Asked;
  /** Told by the first log line of the run. */
  readonly requestId: string | undefined;
}

export function newRun(
  identity: RunIdentity,
  taskId: string,
  { by, stop, fromStep: stepNo, requestId }: Wish,
): GivenRun {
  const { scripts, owner, version, timing } = identity;
  const origin = { place: scripts.place, seed: randomBytes(16).toString('hex') };
  // A version 7 UUID begins with the time, so the journals of a task sort by it.
  const asked = { run: randomUUIDv7(), taskId, startedAt: new Date().toISOString(), by, owner, version };
  const fromStep = stepNo === undefined ? null : { stepNo, by };
  return { input: { taskId, timing, stop, fromStep, origin }, asked, requestId };
}
