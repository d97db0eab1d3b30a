/**
 * What it takes to start scripts: `npm run bench:launcher`. The launcher with one lane and with more takes turns with a small program
 * in Node that starts the same processes itself, and with xargs. Then what it takes of the event loop of whoever asks the
 * launcher, with a small and with a large heap, beside what it takes to start them there.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { type Launcher, startLauncher } from '../src/scripts/start-launcher.ts';
import { chain, processStep } from './contestants/process-step.ts';
import { startAll } from './contestants/start-all.ts';
import { load, shareOf } from './report.ts';

const ROUNDS = 7;
const COUNT = 600;
const AT_ONCE = 64;
const LANES = [1, 2, 4];
const ENVIRONMENT = { PATH: process.env['PATH'] ?? '' };

/** Fewer, since each takes up to 100 ms. */
const COUNT_HERE = 60;
const BALLAST_MB = 512;

const folder = await mkdtemp(join(tmpdir(), 'tms-init-bench-launcher-'));
const launchers = LANES.map((lanes) => startLauncher({ environment: ENVIRONMENT, killGraceMs: 1000 }, lanes));
let count = 0;
try {
  await compareRates();
  await measureLoop('a small heap');
  const ballast = makeBallast();
  await measureLoop(`${BALLAST_MB} MB more, ${ballast.length} objects of them`);
} finally {
  await Promise.all(launchers.map((launcher) => launcher.close()));
  await rm(folder, { recursive: true });
}

async function compareRates(): Promise<void> {
  const rates = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, measure] of contestants()) {
      const rate = await measure();
      // The first one is to get warm.
      if (round > 0) rates.set(name, [...(rates.get(name) ?? []), rate]);
    }
  }
  for (const [name, all] of rates)
    console.log(`${name}: ${shareOf(all, 0.5).toFixed(0)} processes a second; ${load()}`);
}

function contestants(): readonly (readonly [string, () => Promise<number>])[] {
  return [
    ...launchers.map((launcher, index) => [`the launcher, lanes: ${LANES[index]}`, () => startBy(launcher)] as const),
    ['a small program in Node', startByProgram],
    ['xargs -P 8', startByXargs],
  ];
}

function startBy(launcher: Launcher): Promise<number> {
  return startAll({ count: COUNT, atOnce: AT_ONCE, start: () => runOne(launcher) });
}

async function runOne(launcher: Launcher): Promise<void> {
  const name = join(folder, String((count += 1)));
  const [command = '', ...args] = chain(`${name}.lock`);
  const log = { path: `${name}.log`, create: true, limitBytes: null };
  const { ended } = await launcher.start({ command, args, dir: '/', environment: ENVIRONMENT, log, attemptId: null });
  const { exitCode } = await ended;
  if (exitCode !== 0) throw new Error(`the process ended with ${exitCode}`);
}

async function startByProgram(): Promise<number> {
  const own = await mkdtemp(join(folder, 'program-'));
  const program = new URL('contestants/plain-spawner.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program, own, String(COUNT), String(AT_ONCE)]);
  return Number(stdout);
}

async function startByXargs(): Promise<number> {
  const own = await mkdtemp(join(folder, 'xargs-'));
  const begun = performance.now();
  const line = `seq ${COUNT} | xargs -P 8 -I {} ${chain(`${own}/{}.lock`).join(' ')} > ${own}/log`;
  await promisify(execFile)('/bin/sh', ['-c', line]);
  return (COUNT / (performance.now() - begun)) * 1000;
}

/** Plain memory makes a fork slow, many objects the collection of garbage. */
function makeBallast(): readonly object[] {
  const plain = Buffer.alloc(BALLAST_MB * 1024 * 1024, 1);
  return Array.from({ length: 500_000 }, (_, n) => ({ n, plain }));
}

async function measureLoop(heap: string): Promise<void> {
  const [launcher] = launchers;
  if (!launcher) throw new Error('there is no launcher');
  const asked: number[] = [];
  const here: number[] = [];
  const step = processStep(await mkdtemp(join(folder, 'here-')));
  for (let round = 0; round <= ROUNDS; round += 1) {
    asked.push(await loopTime(COUNT, () => runOne(launcher)));
    here.push(await loopTime(COUNT_HERE, () => step()));
  }
  console.log(
    `${heap}: ${median(asked)} ms of the event loop a process by the launcher, ${median(here)} started here; ${load()}`,
  );
}

/** ms of the event loop for each process. */
async function loopTime(processes: number, start: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await startAll({ count: processes, atOnce: 16, start });
  return performance.eventLoopUtilization(before).active / processes;
}

/** Without the first one, which is to get warm. */
function median(times: readonly number[]): string {
  return shareOf(times.slice(1), 0.5).toFixed(3);
}
