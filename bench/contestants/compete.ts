/** The program of a contestant: does the work that its arguments name and tells the figures on its channel. */

import { once } from 'node:events';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { type Contestant, type Entry, prefixOf, type Role, type Told, type Work } from './contestant.ts';
import { processStep } from './process-step.ts';

/** Between two enqueues: a client among others, not one that floods. */
const ENQUEUE_PAUSE_MS = 20;

/** The work goes on when its figures are told: the process lives until it is killed. */
export async function compete(entry: Entry): Promise<void> {
  const [role, work] = JSON.parse(process.argv[2] ?? '') as [Role, Work];
  try {
    await (role === 'run' ? run(entry, work) : enqueue(entry, work));
  } catch (error) {
    await tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Counts the steps of a stretch in the midst of the work, where neither a beginning nor an end makes it slow. */
async function run(entry: Entry, work: Work): Promise<void> {
  const counted = { steps: 0 };
  const act = work.hasProcesses ? processStep(work.folder) : () => Promise.resolve();
  const contestant = await entry.open(work, async () => {
    await act();
    counted.steps += 1;
  });
  await tell({ kind: 'ready' });
  const broken = runForEver(contestant, work);
  await Promise.race([broken, setTimeout(work.warmUpMs)]);
  await tell({ kind: 'measuring' });
  const [before, begun] = [counted.steps, performance.now()];
  // On a slow machine until there is something to tell.
  while (counted.steps === before) await Promise.race([broken, setTimeout(work.measureMs)]);
  await tell({ kind: 'ran', steps: counted.steps - before, ms: performance.now() - begun });
  await broken;
}

/** Rejects as soon as a task fails, and never resolves. */
function runForEver(contestant: Contestant, work: Work): Promise<never> {
  let tasks = 0;
  const lane = async (): Promise<never> => {
    for (;;) await contestant.runTask(`${prefixOf(work)}${(tasks += 1) - 1}`);
  };
  return Promise.race(Array.from({ length: work.atOnce }, lane));
}

async function enqueue(entry: Entry, work: Work): Promise<void> {
  const take = await entry.openEnqueue(work);
  // What is compiled and connected at first is no matter of the others.
  await take('probe-0');
  await tell({ kind: 'ready' });
  await once(process, 'message');
  const times: number[] = [];
  for (const end = performance.now() + work.measureMs; times.length === 0 || performance.now() < end;) {
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
