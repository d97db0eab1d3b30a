/** One client after another's task: creates it, executes it again and again, asks about it; until the faults are over. */

import { setTimeout } from 'node:timers/promises';

import type { Client } from './client.ts';
import type { Call } from './history.ts';
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
  /** Whether its runs are cancelled now and then: so they are unless it is said. */
  readonly cancels?: boolean;
}

/** What each task has for its SUCCESS once the faults are over. */
export interface Patience {
  readonly ms: number;
  /** How many runs may begin in vain. */
  readonly runs: number;
}

/** How many tasks a lane takes at most, so that a long fault does not make a round long. */
const MOST_TASKS = 6;

/** Between two executes of a task that does not come to its SUCCESS. */
const LONGEST_PAUSE_MS = 1000;

/** Weighted: what is asked for how often. */
const OPS: readonly Call['op'][] = ['execute', 'execute', 'execute', 'task', 'task', 'steps', 'steps', 'cancel'];

/** How long each task of the lane took to come to SUCCESS after the faults; null where it never did. */
export async function runLane(lane: Lane): Promise<ReadonlyMap<string, number | null>> {
  const taskIds: string[] = [];
  while (!lane.calm.aborted && taskIds.length < MOST_TASKS) {
    const taskId = `${lane.name}-${taskIds.length + 1}`;
    if (!(await createTask(lane, taskId))) break;
    taskIds.push(taskId);
    await pester(lane, taskId);
  }
  const calmed = Promise.withResolvers<void>();
  lane.calm.addEventListener('abort', () => calmed.resolve(), { once: true });
  if (lane.calm.aborted) calmed.resolve();
  await calmed.promise;
  return recoverAll(lane, taskIds);
}

/** Asked until it is sure; a task that is there already was created by a call without an answer. */
async function createTask({ clients, random, nextScripts, calm }: Lane, taskId: string): Promise<boolean> {
  const steps = nextScripts().map((script, index) => ({ name: `step-${index + 1}`, script }));
  while (!calm.aborted) {
    const call = await random.pick(clients).ask('create', taskId, { taskId, name: `Task ${taskId}`, steps });
    if (call?.http === 201 || call?.http === 409) return true;
    await setTimeout(20);
  }
  return false;
}

/** Until it is SUCCESS or the faults are over. */
async function pester({ clients, random, calm, cancels = true }: Lane, taskId: string): Promise<void> {
  let isSuccess = false;
  while (!calm.aborted && !isSuccess) {
    const op = random.pick(OPS);
    const isAsked = op !== 'cancel' || (cancels && random.chance(0.2));
    const call = isAsked ? await random.pick(clients).ask(op, taskId) : null;
    isSuccess = op !== 'steps' && statusOf(call) === 'SUCCESS';
    await setTimeout(random.between(10, 70));
  }
}

async function recoverAll(lane: Lane, taskIds: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
  const recovered = await Promise.all(taskIds.map(async (taskId) => [taskId, await recover(lane, taskId)] as const));
  return new Map(recovered);
}

/** Executes until SUCCESS; soon again at first, then less and less often. */
async function recover({ clients, random, patience }: Lane, taskId: string): Promise<number | null> {
  const begun = performance.now();
  let runs = 0;
  for (
    let pauseMs = 100;
    performance.now() - begun < patience.ms;
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)
  ) {
    const call = await random.pick(clients).ask('execute', taskId);
    if (statusOf(call) === 'SUCCESS') return Math.round(performance.now() - begun);
    if (call?.http === 202 && (call.body as { started: boolean }).started) runs += 1;
    if (runs > patience.runs) return null;
    await setTimeout(pauseMs);
  }
  return null;
}

function statusOf(call: Call | null): string | null {
  const body = call?.http !== null && call !== null && call.http < 300 ? (call.body as { status?: string }) : null;
  return body?.status ?? null;
}
