/** Arms failpoints in this process: counts the arrivals at each, notes them, and does what was asked for. */

import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import type { ArmedFailpoint, FailpointAction, FailpointHit, FailpointName, Failpoints, Reach } from './failpoint.ts';

/** Undefined where there is nothing to arm. */
export function armFailpoints({ armed, hitsPath }: Failpoints): Reach | undefined {
  if (armed.length === 0) return undefined;
  const arrivals = new Map<FailpointName, number>();
  return async (point) => {
    const here = armed.filter((failpoint) => failpoint.point === point);
    if (here.length === 0) return;
    const hit = (arrivals.get(point) ?? 0) + 1;
    arrivals.set(point, hit);
    const action = actionAt(here, hit);
    if (hitsPath !== null)
      note(hitsPath, { point, hit, action: action?.kind ?? null, pid: process.pid, at: Date.now() });
    if (action) await act(action, point);
  };
}

function actionAt(failpoints: readonly ArmedFailpoint[], hit: number): FailpointAction | null {
  return failpoints.find((failpoint) => failpoint.hit === hit)?.action ?? null;
}

/** Before anything is done: whoever reads it must know of a process that killed itself. */
function note(path: string, hit: FailpointHit): void {
  appendFileSync(path, `${JSON.stringify(hit)}\n`);
}

async function act(action: FailpointAction, point: FailpointName): Promise<void> {
  switch (action.kind) {
    case 'kill':
      return end('SIGKILL');
    case 'stop':
      process.kill(process.pid, 'SIGSTOP');
      return;
    case 'throw':
      throw new Error(`thrown at the failpoint ${point}`);
    case 'sleep':
      await setTimeout(action.ms);
      return;
    case 'exit':
      process.exit(action.code);
  }
}

/** Never resolves: not one more line of whoever reached the point may run. */
function end(signal: NodeJS.Signals): Promise<never> {
  process.kill(process.pid, signal);
  return new Promise(() => undefined);
}
