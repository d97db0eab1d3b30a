/**
 * What the story of a run costs, with nobody following: `npm run bench:events`. CPU of the whole process in µs for each
 * transition of the statechart, with effects that end at once, so that nothing but the telling is between two of them.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { openRunActors, type RunActor } from '../src/actors/bind-run.ts';
import { openFollowers } from '../src/actors/progress/follow-runs.ts';
import { keepJournal } from '../src/actors/progress/keep-journal.ts';
import { tellAll } from '../src/actors/progress/tell-all.ts';
import { tellProgress } from '../src/actors/progress/tell-progress.ts';
import { watchTransitions } from '../src/actors/progress/watch-transitions.ts';
import type { RunEffects } from '../src/actors/run-effects.ts';
import type { TaskRows } from '../src/domain/rows.ts';
import { type Journals, openJournals } from '../src/journal/open-journals.ts';
import { silentLogger } from '../test/support/silent-logger.ts';
import { rowsOf } from '../test/support/rows.ts';
import { TIMING } from '../test/support/held-run.ts';

const ROUNDS = 5;
const RUNS = 200;
const STEPS = 20;
const AT_ONCE = [1, 50];

type Tell = (actor: RunActor, taskId: string) => void;

const createRunActor = openRunActors();
const transitionsOfARun = await countTransitions();
for (const atOnce of AT_ONCE) await compare(atOnce);

async function compare(atOnce: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tms-init-bench-events-'));
  const journals = openJournals({ logDir: folder, logger: silentLogger });
  const silent: number[] = [];
  const told: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const figures = [await measure(atOnce, () => undefined), await measure(atOnce, teller(journals, round))] as const;
    // The first round only warms up.
    if (round > 0) silent.push(figures[0]);
    if (round > 0) told.push(figures[1]);
    await journals.close();
  }
  await rm(folder, { recursive: true });
  const [without, including] = [median(silent), median(told)];
  console.log(
    `${atOnce} at once: ${without.toFixed(1)} µs a transition untold, ${including.toFixed(1)} µs told and kept in a journal: ` +
      `${(including - without).toFixed(1)} µs more, ratio ${(including / without).toFixed(2)}`,
  );
}

function teller(journals: Journals, round: number): Tell {
  const followers = openFollowers();
  return (actor, taskId) => {
    const run = `0199a000-0000-7000-8000-${String(round).padStart(4, '0')}${taskId.padStart(8, '0')}`;
    const asked = { run, taskId, startedAt: new Date().toISOString(), by: 'bench', owner: 'bench:1:0', version: '0' };
    const follower = tellAll(keepJournal(journals), followers.tell(taskId));
    const progress = tellProgress(actor, asked, { follower, logger: silentLogger });
    actor.subscribe({ complete: () => progress.end('succeeded', null) });
  };
}

/** µs of CPU for each transition. */
async function measure(atOnce: number, tell: Tell): Promise<number> {
  const begun = process.cpuUsage();
  let next = 0;
  const lane = async () => {
    while (next < RUNS) await runOnce(String((next += 1)), tell);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / (RUNS * transitionsOfARun);
}

async function runOnce(taskId: string, tell: Tell): Promise<void> {
  const rows = rowsOf('PENDING', Array<'PENDING'>(STEPS).fill('PENDING'));
  const input = { taskId, origin: { place: 'aaaaaaaa', seed: taskId }, timing: TIMING, stop: null };
  const effects = instantEffects({ ...rows, task: { ...rows.task, taskId } });
  const actor = createRunActor({ effects, logger: silentLogger }, { input });
  const { promise, resolve } = Promise.withResolvers<void>();
  actor.subscribe({ complete: resolve });
  tell(actor, taskId);
  actor.start();
  await promise;
}

async function countTransitions(): Promise<number> {
  let count = 0;
  await runOnce('count', (actor) => watchTransitions(actor, () => (count += 1)));
  return count;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
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
