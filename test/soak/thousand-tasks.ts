/**
 * Many tasks with sleeping scripts at once, the service killed in the middle, all executed again: none is lost, no step
 * runs twice at once. `npm run soak` does it with a thousand.
 */

import process from 'node:process';

import { eventually } from '../support/eventually.ts';
import { inParallel } from '../support/in-parallel.ts';
import { cpuMsOf } from '../support/process-family.ts';
import { openEmbedded, openPostgres, type OpenServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { witnessScripts, type WitnessedScripts } from '../support/witnessed-scripts.ts';
import { watchService } from './watch-service.ts';

const FULL_TASKS = 1000;

const MOST_READ_MS = 250;
const MOST_MB = 300;

/** A thousand scripts are several thousand processes. */
const PATIENCE_MS = 600_000;

const UNTIL_THE_KILL_S = 3600;

/** How many requests a client has in flight. */
const AT_A_TIME = 20;

export interface ManyTasksFigures {
  /** From the first execute to the last answer. */
  readonly acceptMs: number;
  /** From the first execute to the last script's start. */
  readonly startMs: number;
  readonly reads: number;
  readonly readP50Ms: number;
  readonly readP99Ms: number;
  readonly readMaxMs: number;
  readonly peakMb: number;
  /** What the service computed until it was killed: tells a slow service from a busy machine. */
  readonly cpuMs: number;
  /** Steps that were SUCCESS when the service was killed. */
  readonly keptSteps: number;
  /** From the first execute after the kill until every task is SUCCESS. */
  readonly finishMs: number;
  readonly finishCpuMs: number;
}

export interface ManyTasksOptions {
  readonly tasks: number;
  /** The earlier half of the first scripts ends within three quarters of this span, evenly spread from its half on. */
  readonly seconds: number;
}

/** Throws where a task is lost, or a step runs again that was SUCCESS, or twice at once. */
export async function runManyTasks(open: OpenServiceDatabase, options: ManyTasksOptions): Promise<ManyTasksFigures> {
  const folders = await makeServiceFolders();
  const database = await open(folders);
  try {
    return await runTasks(folders, database.settings, options);
  } finally {
    await database.close();
    await folders.remove();
  }
}

async function runTasks(folders: ServiceFolders, settings: Record<string, string>, options: ManyTasksOptions) {
  const witness = witnessScripts(folders.root, { withTask: true });
  const taskIds = Array.from({ length: options.tasks }, (_, index) => `task-${index}`);
  const first = await startServiceProcess(folders, settings);
  await inParallel([...taskIds.entries()], AT_A_TIME, ([index, taskId]) =>
    first.createTask(taskId, scriptsOf(witness, index / options.tasks, options)),
  );
  const watched = watchService(first, taskIds);
  const begun = performance.now();
  await executeAll(first, taskIds, (started) => started);
  const acceptMs = performance.now() - begun;
  await untilStarted(witness, taskIds.length);
  const startMs = performance.now() - begun;
  // Half of the first steps have ended and are stored, since their second ones have begun; the others are running.
  await untilStarted(witness, taskIds.length * 1.5);
  const reading = await watched.stop();
  const cpuMs = cpuMsOf(first.pid);
  await first.end('SIGKILL');

  const second = await startServiceProcess(folders, settings);
  const kept = await successesOf(second, taskIds);
  const again = performance.now();
  await executeAll(second, taskIds, () => true);
  await untilAllSucceeded(second, taskIds.length);
  const finishMs = performance.now() - again;
  const finishCpuMs = cpuMsOf(second.pid);
  expectKept(kept, await successesOf(second, taskIds));
  await second.end('SIGTERM');
  expectAlone(await witness.journal(), taskIds.length);
  return { acceptMs, startMs, ...reading, cpuMs, keptSteps: kept.size, finishMs, finishCpuMs };
}

/** The later half ends by the kill alone, whenever that comes. What is executed again is soon over. */
function scriptsOf(witness: WitnessedScripts, share: number, { seconds }: ManyTasksOptions): readonly string[] {
  const sleep = share < 0.5 ? (seconds * (0.5 + share / 2)).toFixed(2) : UNTIL_THE_KILL_S;
  return [witness.script(`[ $ATTEMPT -gt 1 ] || sleep ${sleep}`), witness.script('sleep 0.5')];
}

/** @param isExpected whether the answer may say so of `started`. */
async function executeAll(
  service: ServiceProcess,
  taskIds: readonly string[],
  isExpected: (started: boolean) => boolean,
): Promise<void> {
  await inParallel(taskIds, AT_A_TIME, async (taskId) => {
    const { status, body } = await service.execute(taskId);
    if (![200, 202].includes(status) || !isExpected(body.started)) {
      throw new Error(`execute of ${taskId} answered ${status} ${JSON.stringify(body)}`);
    }
  });
}

async function untilStarted(witness: WitnessedScripts, count: number): Promise<void> {
  const isTold = async () =>
    (await witness.journal()).split('\n').filter((line) => line.startsWith('start ')).length >= count;
  await eventually(`${count} scripts to tell their start`, isTold, { withinMs: PATIENCE_MS, everyMs: 250 });
}

async function untilAllSucceeded(service: ServiceProcess, count: number): Promise<void> {
  const succeeded = async () => {
    let found = 0;
    for (let cursor: string | null = ''; cursor !== null;) {
      const response: Response = await fetch(
        `${service.url}/api/v1/init/tasks?status=SUCCESS&limit=200${cursor && `&cursor=${cursor}`}`,
      );
      const page: { items: unknown[]; nextCursor: string | null } = JSON.parse(await response.text());
      found += page.items.length;
      cursor = page.nextCursor;
    }
    return found === count;
  };
  await eventually(`${count} tasks to be SUCCESS`, succeeded, { withinMs: PATIENCE_MS, everyMs: 500 });
}

/** Each step that is SUCCESS, with the number of its attempts. */
async function successesOf(service: ServiceProcess, taskIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await inParallel(taskIds, AT_A_TIME, async (taskId) => {
    const steps = await service.steps(taskId);
    return steps
      .filter(({ status }) => status === 'SUCCESS')
      .map(({ stepNo, attempts }) => [`${taskId} ${stepNo}`, attempts] as const);
  });
  return new Map(found.flat());
}

function expectKept(kept: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): void {
  for (const [step, attempts] of kept) {
    if (now.get(step) !== attempts) throw new Error(`step ${step} was SUCCESS and was run again`);
  }
}

function expectAlone(journal: string, tasks: number): void {
  const lines = journal.split('\n');
  const overlaps = lines.filter((line) => line.startsWith('overlap'));
  if (overlaps.length > 0)
    throw new Error(`two processes of one step lived at once: ${overlaps.slice(0, 5).join(', ')}`);
  const ended = new Set(lines.filter((line) => line.startsWith('end')).map((line) => line.split('.')[0]));
  if (ended.size !== 2 * tasks) throw new Error(`${ended.size} of ${2 * tasks} steps told their end`);
}

async function report(name: string, open: OpenServiceDatabase, tasks: number): Promise<boolean> {
  const figures = await runManyTasks(open, { tasks, seconds: 60 });
  const rounded = Object.entries(figures).map(([figure, value]) => [figure, Math.round(value * 10) / 10] as const);
  console.log(`${tasks} tasks on ${name}:`);
  console.table(Object.fromEntries(rounded));
  const isGood = figures.readP99Ms < MOST_READ_MS && figures.peakMb < MOST_MB;
  console.log(isGood ? 'as it must be' : `reads must have p99 < ${MOST_READ_MS} ms, memory < ${MOST_MB} MB`);
  return isGood;
}

if (import.meta.main) {
  const tasks = Number(process.argv[2] ?? FULL_TASKS);
  const good = [
    await report('PostgreSQL', openPostgres, tasks),
    await report('the embedded database', openEmbedded, tasks),
  ];
  // The test server of PostgreSQL lives as long as this process.
  process.exit(good.every(Boolean) ? 0 : 1);
}
