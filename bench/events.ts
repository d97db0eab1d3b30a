/**
 * What the story of a run costs, with nobody following: `npm run bench:events`. CPU of the whole process in µs for each
 * transition of the statechart. Runs that are told and runs that are not take turns, and the difference of each pair
 * counts: what disturbs the one disturbs the other.
 */

import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { openFollowers } from '../src/actors/progress/follow-runs.ts';
import { keepJournal } from '../src/actors/progress/keep-journal.ts';
import { tellAll } from '../src/actors/progress/tell-all.ts';
import { tellProgress } from '../src/actors/progress/tell-progress.ts';
import { taskFolder } from '../src/domain/log-path.ts';
import { type Journals, openJournals } from '../src/journal/open-journals.ts';
import { silentLogger } from '../test/support/silent-logger.ts';
import { countTransitions, runInstantly, type Tell } from './instant-run.ts';
import { load, shareOf } from './report.ts';

const WARM_UP = 3;
const ROUNDS = 15;
const RUNS = 200;
const AT_ONCE = [1, 50];

/** A disk, and memory: the kernel may need longer to make a file than the service to tell a whole run. */
const PLACES = [tmpdir(), '/dev/shm'];

interface Case {
  readonly atOnce: number;
  /** A disk or memory. */
  readonly place: string;
  /** There, for the journals of all rounds. */
  readonly folder: string;
}

const transitions = RUNS * (await countTransitions());
for (const atOnce of AT_ONCE) for (const place of PLACES) await compareIn(place, atOnce);

/**
 * Nothing is removed before the last round. Ext4 without a journal of its own looks for a free inode past each of those
 * that were freed within the last minutes: a round would pay for the files of the rounds before it, up to 300 µs for each of its own.
 */
async function compareIn(place: string, atOnce: number): Promise<void> {
  const folder = await mkdtemp(join(place, 'tms-init-bench-events-'));
  try {
    await compare({ atOnce, place, folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compare(one: Case): Promise<void> {
  const rounds: Round[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) rounds.push(await measureBoth(one, round));
  const counted = rounds.slice(WARM_UP);
  const untold = counted.map((round) => round.untold);
  const more = counted.map((round) => round.told - round.untold);
  const makings = counted.map((round) => round.making);
  console.log(
    `${one.atOnce} at once: ${share(untold, 0.5)} µs a transition, ${share(more, 0.5)} µs more where it is told and kept in ` +
      `${one.place} (quartiles ${share(more, 0.25)} to ${share(more, 0.75)}, ${ROUNDS} rounds; ` +
      `${share(makings, 0.5)} of it to make an empty file a run; ${load()})`,
  );
}

function share(figures: readonly number[], part: number): string {
  return shareOf(figures, part).toFixed(1);
}

interface Round {
  readonly untold: number;
  readonly told: number;
  /** What the kernel takes for as many files as there are runs, however little is in them. */
  readonly making: number;
}

/** Neither always comes first. */
async function measureBoth(one: Case, round: number): Promise<Round> {
  const making = await measureMaking(one, round);
  if (round % 2 === 0) return { untold: await measureUntold(one), told: await measureTold(one, round), making };
  const told = await measureTold(one, round);
  return { untold: await measureUntold(one), told, making };
}

async function measureMaking({ folder }: Case, round: number): Promise<number> {
  const logDir = await makeLogDir(join(folder, `${round}-empty`));
  return measure(() => {
    for (let n = 1; n <= RUNS; n += 1) closeSync(openSync(join(logDir, taskFolder(String(n)), 'empty'), 'wx'));
  });
}

function measureUntold({ atOnce }: Case): Promise<number> {
  return measure(() => runAll(atOnce, () => undefined));
}

/** What is not written yet at the end of the last run counts too. */
async function measureTold({ atOnce, folder }: Case, round: number): Promise<number> {
  const logDir = await makeLogDir(join(folder, String(round)));
  const journals = openJournals({ logDir, logger: silentLogger });
  return measure(async () => {
    await runAll(atOnce, teller(journals, round));
    await journals.close();
  });
}

/** With the folders of the tasks, which their scripts need anyway. */
async function makeLogDir(logDir: string): Promise<string> {
  await mkdir(logDir);
  for (let n = 1; n <= RUNS; n += 1) await mkdir(join(logDir, taskFolder(String(n))));
  return logDir;
}

/** µs of CPU for each transition. */
async function measure(act: () => Promise<void> | void): Promise<number> {
  const begun = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / transitions;
}

async function runAll(atOnce: number, tell: Tell): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < RUNS) await runInstantly(String((next += 1)), tell);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
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
