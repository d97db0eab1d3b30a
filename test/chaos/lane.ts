/** One client after another's task: creates it, executes it again and again, asks about it, changes it by hand; until the faults are over. */

import { setTimeout } from 'node:timers/promises';

import type { Client } from './client.ts';
import { type Call, isPower, type Power } from './history.ts';
import { type Interference, interfere } from './interfere.ts';
import type { Random } from './random.ts';

export interface Lane {
  readonly name: string;
  readonly clients: readonly Client[];
  readonly random: Random;
  /** What the steps of the next task do. */
  readonly nextScripts: () => readonly string[];
  /** Aborts when the faults are over. */
  readonly calm: AbortSignal;
  readonly patience: Patience;
  /** Whether its runs are cancelled and its tasks changed by hand now and then: so they are unless it is said. */
  readonly interferes?: boolean;
}

/** What each task has for its SUCCESS once the faults are over. */
export interface Patience {
  readonly ms: number;
  /** How many runs may begin in vain. */
  readonly runs: number;
}

/** How many tasks a lane takes at most, so that a long fault does not make a round long. */
const MOST_TASKS = 6;

/** How often a task is taken up again that was SUCCESS. */
const MOST_ENCORES = 2;

/** Between two executes of a task that does not come to its SUCCESS. */
const LONGEST_PAUSE_MS = 1000;

/** Weighted: what is asked for how often. */
const OPS: readonly Call['op'][] = [
  ...repeat('execute', 9),
  ...repeat('task', 6),
  ...repeat('steps', 6),
  'cancel',
  ...repeat('mend', 2),
  ...repeat('resolve', 1),
  ...repeat('from-step', 1),
  'delete',
];

/** Of a task that is SUCCESS, whereupon it goes on. */
const ENCORES: readonly Power[] = ['from-step', 'from-step', 'resolve', 'delete'];

/** How long each task of the lane took to come to SUCCESS after the faults; null where it never did. Deleted ones are not among them. */
export async function runLane(lane: Lane): Promise<ReadonlyMap<string, number | null>> {
  const tasks: Interference[] = [];
  while (!lane.calm.aborted && tasks.length < MOST_TASKS) {
    const taskId = `${lane.name}-${tasks.length + 1}`;
    const task = await createTask(lane, taskId);
    if (task === null) break;
    tasks.push(task);
    if (!(await mendAll(lane, task))) await pester(lane, task);
  }
  const calmed = Promise.withResolvers<void>();
  lane.calm.addEventListener('abort', () => calmed.resolve(), { once: true });
  if (lane.calm.aborted) calmed.resolve();
  await calmed.promise;
  return recoverAll(lane, tasks);
}

/** Asked until it is sure; a task that is there already was created by a call without an answer. */
async function createTask({ clients, random, nextScripts, calm }: Lane, taskId: string): Promise<Interference | null> {
  const steps = nextScripts().map((script, index) => ({ name: `step-${index + 1}`, script }));
  let calls = 0;
  while (!calm.aborted) {
    const call = await random.pick(clients).ask('create', taskId, { taskId, name: `Task ${taskId}`, steps });
    if (call) calls += 1;
    // One that was lost may still be under way, and would bring back a task that was deleted meanwhile.
    if (call?.http === 201 || call?.http === 409)
      return { taskId, random, mayDelete: calls === 1, versions: 0, isDeletionAsked: false };
    await setTimeout(20);
  }
  return null;
}

/** Until it is SUCCESS for good or deleted, or the faults are over. */
async function pester(lane: Lane, task: Interference): Promise<void> {
  const { random, calm } = lane;
  let encores = 0;
  while (!calm.aborted) {
    const op = random.pick(OPS);
    // Two at once are in each other's way.
    const asked = random.chance(0.3) ? [op, random.pick(OPS)] : [op];
    const calls = await Promise.all(asked.map((one) => ask(lane, task, one)));
    if (calls.some((call) => isGone(task, call))) return;
    if (calls.some((call) => call?.op !== 'steps' && statusOf(call) === 'SUCCESS')) {
      if (encores >= MOST_ENCORES || lane.interferes === false || random.chance(0.4)) return;
      encores += 1;
      if (isGone(task, await ask(lane, task, random.pick(ENCORES)))) return;
    }
    if (calls.some(isAtRest) && (await mendAll(lane, task))) return;
    await setTimeout(random.between(10, 70));
  }
}

/** Of a task that nobody runs. */
const REPAIRS: readonly Power[] = [...repeat('mend', 4), ...repeat('resolve', 3), 'from-step', 'delete'];

/** What people do who find that a task has failed, or was not run yet. True where it is gone then. */
async function mendAll(lane: Lane, task: Interference): Promise<boolean> {
  const { random } = lane;
  while (random.chance(0.6)) if (isGone(task, await ask(lane, task, random.pick(REPAIRS)))) return true;
  return false;
}

function isAtRest(call: Call | null): boolean {
  return (call?.op === 'task' && ['FAILED', 'PENDING'].includes(statusOf(call) ?? '')) || call?.op === 'cancel';
}

function ask({ clients, random, interferes = true }: Lane, task: Interference, op: Call['op']): Promise<Call | null> {
  const client = random.pick(clients);
  if (isPower(op)) return interferes ? interfere(client, task, op) : NOT_ASKED;
  const isAsked = op !== 'cancel' || (interferes && random.chance(0.2));
  return isAsked ? client.ask(op, task.taskId) : NOT_ASKED;
}

const NOT_ASKED = Promise.resolve(null);

function isGone({ isDeletionAsked }: Interference, call: Call | null): boolean {
  return isDeletionAsked && (call?.http === 404 || (call?.op === 'delete' && call.http === 204));
}

async function recoverAll(lane: Lane, tasks: readonly Interference[]): Promise<ReadonlyMap<string, number | null>> {
  const recovered = await Promise.all(tasks.map(async (task) => [task.taskId, await recover(lane, task)] as const));
  return new Map(recovered.flatMap(([taskId, ms]) => (ms === GONE ? [] : [[taskId, ms] as const])));
}

/** Stands for a task that was deleted. */
const GONE = 'gone';

/** Executes until SUCCESS; soon again at first, then less and less often. */
async function recover({ clients, random, patience }: Lane, task: Interference): Promise<number | typeof GONE | null> {
  const begun = performance.now();
  let runs = 0;
  for (
    let pauseMs = 100;
    performance.now() - begun < patience.ms;
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)
  ) {
    const call = await random.pick(clients).ask('execute', task.taskId);
    if (isGone(task, call)) return GONE;
    if (statusOf(call) === 'SUCCESS') return Math.round(performance.now() - begun);
    if (call?.http === 202 && (call.body as { started: boolean }).started) runs += 1;
    if (runs > patience.runs) return null;
    await setTimeout(pauseMs);
  }
  return null;
}

/** That of the task. */
function statusOf(call: Call | null): string | null {
  if (call === null || call.op === 'mend' || call.op === 'resolve' || call.http === null || call.http >= 300)
    return null;
  return (call.body as { status?: string } | null)?.status ?? null;
}

function repeat<Op extends Call['op']>(op: Op, times: number): readonly Op[] {
  return Array<Op>(times).fill(op);
}
