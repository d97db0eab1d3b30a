/** What happens in a round, chosen by its seed alone: faults one after the other, and what the scripts do. */

import { FAILPOINT_NAMES, type FailpointAction, type FailpointName } from '../../src/failpoints/failpoint.ts';
import type { DatabaseKind } from './chaos-database.ts';
import type { Random } from './random.ts';

export type Fault = FailpointFault | NemesisFault;

export interface FailpointFault {
  readonly kind: 'failpoint';
  readonly point: FailpointName;
  readonly hit: number;
  readonly action: string;
  readonly instance: number;
  /** Whether the service has to be told to end for the point to be reached. */
  readonly byShutdown: boolean;
}

export interface NemesisFault {
  readonly kind: NemesisKind;
  readonly instance: number;
  /** How long after the fault before it, once a script lives. */
  readonly afterMs: number;
  /** What the id of that script's task begins with, where not any will do. */
  readonly lane?: string;
  /** Lanes in each of which at least a whole task's scripts have ended a while before. */
  readonly afterEndsIn?: readonly string[];
  /** How long what passes lasts. */
  readonly lastsMs: number;
}

export type NemesisKind = (typeof PROCESS_FAULTS)[number] | (typeof EMBEDDED_FAULTS)[number] | PostgresFault;

type PostgresFault = (typeof POSTGRES_FAULTS)[number];

/** Twice: what happens more often. */
const PROCESS_FAULTS = [
  'kill-service',
  'kill-service',
  'kill-service-and-launcher',
  'kill-service-and-launcher',
  'kill-launcher',
  'stop-service',
  'stop-launcher',
  'end-service',
] as const;

const EMBEDDED_FAULTS = ['kill-database'] as const;

const POSTGRES_FAULTS = [
  'kill-database-server',
  'terminate-connections',
  'network-cut',
  'network-refuse',
  'network-blackhole',
  'lose-answer',
  'cut-statement',
] as const;

export interface ScheduleOptions {
  readonly random: Random;
  readonly database: DatabaseKind;
  readonly instances: number;
  /** Which round it is: successive rounds go through all failpoints. */
  readonly round: number;
}

const FAULTS = 4;

/** Reached only where a run finds residue. */
const NEEDS_RESIDUE: ReadonlySet<FailpointName> = new Set([
  'recover.begin',
  'recover.orphan_killed',
  'recover.reset',
  'run.residue_reset',
]);

/** Reached only where a script outlives the grace of a shutdown. */
const NEEDS_OUTLIVING: FailpointName = 'shutdown.children_signalled';

export function makeSchedule(options: ScheduleOptions): readonly Fault[] {
  const faults: Fault[] = [...failpointFaults(options, 0), ...failpointFaults(options, 1)];
  while (faults.length < FAULTS) faults.push(nemesisFault(options));
  return faults.slice(0, FAULTS);
}

/** One failpoint, with what it needs before it. */
function failpointFaults({ random, instances, round }: ScheduleOptions, nth: number): readonly Fault[] {
  const point = FAILPOINT_NAMES[(round * 2 + nth * 13 + random.between(0, 1)) % FAILPOINT_NAMES.length];
  if (point === undefined) throw new Error('there are no failpoints');
  const instance = random.between(0, instances - 1);
  const needsResidue = NEEDS_RESIDUE.has(point);
  const hit = needsResidue || point.startsWith('shutdown') ? 1 : random.between(1, 3);
  const action = chooseAction(point, random);
  const byShutdown = point.startsWith('shutdown');
  const fault: Fault = { kind: 'failpoint', point, hit, action, instance, byShutdown };
  if (!needsResidue) return [fault];
  return [{ kind: 'kill-service-and-launcher', instance, afterMs: random.between(0, 60), lastsMs: 0 }, fault];
}

function chooseAction(point: FailpointName, random: Random): string {
  const kinds: readonly FailpointAction['kind'][] = ['kill', 'kill', 'kill', 'throw', 'stop', 'sleep', 'exit'];
  const kind = random.pick(kinds);
  // There is nobody to throw to: the answer is sent, or the process of the launcher has but this to do.
  if (kind === 'throw' && (point === 'accept.replied' || point === 'step.log_opened')) return 'kill';
  if (kind === 'sleep') return `sleep(${random.between(50, 600)})`;
  return kind === 'exit' ? 'exit(9)' : kind;
}

function nemesisFault({ random, database, instances }: ScheduleOptions): Fault {
  const faults = [...PROCESS_FAULTS, ...(database === 'embedded' ? EMBEDDED_FAULTS : POSTGRES_FAULTS)];
  const instance = random.between(0, instances - 1);
  return { kind: random.pick(faults), instance, afterMs: random.between(0, 150), lastsMs: random.between(100, 700) };
}

/** The value of FAILPOINTS that arms it. */
export function armText({ point, hit, action }: FailpointFault): string {
  return `${point}:${hit}=${action}`;
}

export const SCRIPTS_OF_A_TASK = 5;

/** The lines of the steps of a new task, which are longer where the schedule needs that. */
export function makeScripts(random: Random, schedule: readonly Fault[]): readonly string[] {
  const points = schedule.flatMap((fault) => (fault.kind === 'failpoint' ? [fault.point] : []));
  // Most likely reached where a script outlives what happened to its service.
  const areLong = points.some((point) => NEEDS_RESIDUE.has(point));
  // What such a script leaves outlives even a slow start of the next service.
  const modes = points.includes('recover.orphan_killed') ? LEAVING_MODES : MODES;
  return Array.from({ length: SCRIPTS_OF_A_TASK }, () => {
    const mode = random.pick(modes);
    if (points.includes(NEEDS_OUTLIVING)) return scriptLine(random.between(300, 700), mode);
    // Three sleeps make 20 to 150 ms, some far more, so that there is something to interrupt.
    const ms = random.chance(areLong ? 0.5 : 0.2) ? random.between(100, areLong ? 700 : 250) : random.between(7, 50);
    return scriptLine(ms, mode);
  });
}

const MODES = ['plain', 'plain', 'plain', 'plain', 'fails', 'stubborn', 'child', 'child'] as const;
const LEAVING_MODES = ['child'] as const;

/** @param ms of each of its three parts. @param version of a script that was mended */
export function scriptLine(ms: number, mode: string, version = 0): string {
  return `exec sh "$CHAOS_FIXTURE" ${(ms / 1000).toFixed(3)} ${mode} ${version}`;
}
