/** The program of a contestant: does the work that its arguments name and tells the figures on its channel. */

import { once } from 'node:events';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import type { Entry, Role, Told, Work } from './contestant.ts';
import { processStep } from './process-step.ts';

/** Between two enqueues: a client among others, not one that floods. */
const ENQUEUE_PAUSE_MS = 20;

/** Ends the process. */
export async function compete(entry: Entry): Promise<void> {
  const [role, work] = JSON.parse(process.argv[2] ?? '') as [Role, Work];
  try {
    await (role === 'run' ? run(entry, work) : enqueue(entry, work));
  } catch (error) {
    await tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
  // At once: what still runs would only wear down the machine for the next one.
  process.exit();
}

/** Counts the steps of a stretch in the midst of the work, where neither a beginning nor an end makes it slow. */
async function run(entry: Entry, work: Work): Promise<void> {
  let steps = 0;
  const act = work.hasProcesses ? processStep(work.folder) : () => Promise.resolve();
  const contestant = await entry.open(work, async () => {
    await act();
    steps += 1;
  });
  await tell({ kind: 'ready' });
  const broken = runForEver(contestant, work.atOnce);
  await Promise.race([broken, setTimeout(work.warmUpMs)]);
  await tell({ kind: 'measuring' });
  const [before, begun] = [steps, performance.now()];
  await Promise.race([broken, setTimeout(work.measureMs)]);
  await tell({ kind: 'ran', steps: steps - before, ms: performance.now() - begun });
}

/** Rejects as soon as a task fails, and never resolves. */
async function runForEver(contestant: Contestant, atOnce: number): Promise<never> {
  let tasks = 0;
  const lane = async (): Promise<never> => {
    for (;;) await contestant.runTask(`task-${(tasks += 1)}`);
  };
  return Promise.race(Array.from({ length: atOnce }, lane));
}

type Contestant = Awaited<ReturnType<Entry['open']>>;

async function enqueue(entry: Entry, work: Work): Promise<void> {
  const take = await entry.openEnqueue(work);
  // What is compiled and connected at first is no matter of the others.
  await take('probe-0');
  await tell({ kind: 'ready' });
  await once(process, 'message');
  const times: number[] = [];
  for (const end = performance.now() + work.measureMs; performance.now() < end;) {
    const begun = performance.now();
    await take(`probe-${times.length + 1}`);
    times.push(performance.now() - begun);
    await setTimeout(ENQUEUE_PAUSE_MS);
  }
  await tell({ kind: 'enqueued', times });
}

function tell(told: Told): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(told, () => resolve());
  });
}
