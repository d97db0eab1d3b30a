/** Does the faults of a schedule, one after the other. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { FailpointHit } from '../../src/failpoints/failpoint.ts';
import { eventually } from '../support/eventually.ts';
import type { ChaosDatabase } from './chaos-database.ts';
import { type Instance, signal } from './instance.ts';
import type { Recorder, Whose } from './recorder.ts';
import {
  SCRIPTS_OF_A_TASK,
  armText,
  type FailpointFault,
  type Fault,
  type NemesisFault,
  type NemesisKind,
} from './schedule.ts';

export interface Battlefield {
  readonly instances: readonly Instance[];
  readonly database: ChaosDatabase;
  readonly recorder: Recorder;
}

/** How long a failpoint has to be reached, and a kill waits for a script to live. */
const REACHED_MS = 3000;
const SCRIPT_MS = 10_000;

/** How long a process that stopped itself at a failpoint stays so. */
const STOPPED_MS = 300;

const ORDERLY_END_MS = 10_000;

/** What the first service of an instance is started with. */
export function firstFailpoints(schedule: readonly Fault[], instance: number): string {
  const [first] = schedule;
  return first?.kind === 'failpoint' && first.instance === instance ? armText(first) : '';
}

export async function doFaults(field: Battlefield, schedule: readonly Fault[]): Promise<void> {
  for (const [index, fault] of schedule.entries()) {
    const next = schedule[index + 1];
    const instance = instanceOf(field, fault);
    const nextHere = next?.kind === 'failpoint' && next.instance === fault.instance ? armText(next) : '';
    await instance.ready();
    if (fault.kind === 'failpoint') await doFailpoint(field, fault, nextHere);
    else await doNemesis(field, fault, nextHere);
  }
}

async function doFailpoint(field: Battlefield, fault: FailpointFault, nextHere: string): Promise<void> {
  const { recorder } = field;
  const instance = instanceOf(field, fault);
  if (!instance.isArmedWith(armText(fault))) await instance.rearm(armText(fault));
  instance.armNext(nextHere);
  if (fault.byShutdown) {
    await untilScriptLives(recorder, { service: instance.pid() });
    recorder.fault('end-service', instance.number);
    signal(instance.pid(), 'SIGTERM');
  }
  const hit = await untilHit(recorder, fault);
  if (hit?.action === 'kill' || hit?.action === 'exit' || fault.byShutdown) await instance.endsWithin(ORDERLY_END_MS);
}

async function untilHit({ folder }: Recorder, { point }: FailpointFault): Promise<FailpointHit | null> {
  const deadline = performance.now() + REACHED_MS;
  while (performance.now() < deadline) {
    const hit = readHits(folder).find((found) => found.point === point && found.action !== null);
    if (hit) return hit;
    await setTimeout(10);
  }
  return null;
}

function readHits(folder: string): readonly FailpointHit[] {
  const path = join(folder, 'hits');
  if (!existsSync(path)) return [];
  // What stands behind the last end of a line is still being written.
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as FailpointHit);
}

/**
 * Lets every process go on that stopped itself at a failpoint, a little later; until the returned function is called. It
 * may be reached long after its turn.
 */
export function keepAwake({ folder }: Recorder): () => void {
  const timer = setInterval(() => {
    const before = Date.now() - STOPPED_MS;
    for (const { action, pid, at } of readHits(folder)) if (action === 'stop' && at < before) signal(pid, 'SIGCONT');
  }, STOPPED_MS);
  return () => clearInterval(timer);
}

async function doNemesis(field: Battlefield, fault: NemesisFault, nextHere: string): Promise<void> {
  const { recorder, database } = field;
  const instance = instanceOf(field, fault);
  if (fault.afterEndsIn) await untilScriptsEnded(recorder, fault.afterEndsIn);
  await untilScriptLives(recorder, { lane: fault.lane });
  await setTimeout(fault.afterMs);
  recorder.fault(fault.kind, instance.number);
  const strike = STRIKES[fault.kind];
  if (strike) await strike(instance, { lastsMs: fault.lastsMs, nextHere });
  else await database.strike(fault);
  recorder.fault(`${fault.kind}-over`, instance.number);
}

interface Blow {
  readonly lastsMs: number;
  /** The failpoints of the service that follows on one that ends. */
  readonly nextHere: string;
}

/** What is done to the processes of an instance; everything else is done to the database. */
const STRIKES: Partial<Record<NemesisKind, (instance: Instance, blow: Blow) => Promise<void>>> = {
  'kill-service': (instance, { nextHere }) => endBy(instance, 'SIGKILL', nextHere),
  async 'kill-service-and-launcher'(instance, { nextHere }) {
    signal(instance.launcherPid(), 'SIGKILL');
    await endBy(instance, 'SIGKILL', nextHere);
  },
  'end-service': (instance, { nextHere }) => endBy(instance, 'SIGTERM', nextHere),
  async 'kill-launcher'(instance) {
    signal(instance.launcherPid(), 'SIGKILL');
  },
  'stop-service': (instance, { lastsMs }) => stopFor(instance.pid(), lastsMs),
  'stop-launcher': (instance, { lastsMs }) => stopFor(instance.launcherPid(), lastsMs),
};

async function endBy(instance: Instance, name: NodeJS.Signals, nextHere: string): Promise<void> {
  instance.armNext(nextHere);
  signal(instance.pid(), name);
  await instance.endsWithin(ORDERLY_END_MS);
}

async function stopFor(pid: number | null, ms: number): Promise<void> {
  signal(pid, 'SIGSTOP');
  await setTimeout(ms);
  signal(pid, 'SIGCONT');
}

/** And what came of the last one is stored too. */
async function untilScriptsEnded(recorder: Recorder, lanes: readonly string[]): Promise<void> {
  const hasEnded = () => lanes.every((lane) => recorder.endedScripts(lane) >= SCRIPTS_OF_A_TASK);
  await eventually('the scripts of a task of each lane to end', hasEnded, { everyMs: 100 });
  await setTimeout(1000);
}

/** Or not: there may be nothing left to run. */
async function untilScriptLives(recorder: Recorder, whose: Whose): Promise<void> {
  const deadline = performance.now() + SCRIPT_MS;
  while (recorder.liveScripts(whose) === 0 && performance.now() < deadline) await setTimeout(25);
}

function instanceOf({ instances }: Battlefield, { instance }: Fault): Instance {
  const found = instances[instance];
  if (!found) throw new Error(`there is no instance ${instance}`);
  return found;
}
