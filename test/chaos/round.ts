/** One round: services, clients and faults for a few seconds, then calm, then everything that is known of it. */

import { chmod, copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { eventually } from '../support/eventually.ts';
import { livingEnvironments, livingProcesses } from '../support/living-processes.ts';
import { type Command, THE_SERVICE } from '../support/the-service.ts';
import type { ChaosDatabase, ChaosDatabases, Collected, DatabaseKind } from './chaos-database.ts';
import { recordingClient } from './client.ts';
import { type Battlefield, doFaults, firstFailpoints, keepAwake } from './faults.ts';
import type { FinalState, FinalStep, FinalTask, LeftProcess, RoundFacts } from './history.ts';
import { type Instance, keepInstance } from './instance.ts';
import { type Patience, runLane } from './lane.ts';
import { attemptIdIn } from './left-processes.ts';
import { seededRandom } from './random.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { type Fault, makeSchedule, makeScripts } from './schedule.ts';

export interface RoundOptions {
  readonly seed: number;
  /** Which round of the whole it is. */
  readonly round: number;
  readonly databases: ChaosDatabases;
  readonly kind: DatabaseKind;
  readonly instances: number;
  /** How the service is started, where it is not the real one. */
  readonly command?: Command;
  /** The clients, each with a task of its own at a time; instead of three of them. */
  readonly lanes?: readonly RoundLane[];
  /** Instead of what the seed chooses. */
  readonly schedule?: readonly Fault[];
}

export interface RoundLane {
  /** What the ids of its tasks begin with. */
  readonly name: string;
  /** What the steps of each task do, instead of what the seed chooses. */
  readonly scripts?: readonly string[];
  /** Instead of far more than any task needs. */
  readonly patience?: Patience;
  /** Whether its runs are cancelled and its tasks changed by hand now and then: so they are unless it is said. */
  readonly interferes?: boolean;
}

export interface Round {
  /** Holds everything that readHistory() reads. The caller removes it. */
  readonly folder: string;
  readonly schedule: readonly Fault[];
  /** How many statements the network lost on purpose. */
  readonly lostStatements: number;
}

/** Far more than five short steps take, also on a machine that does much else: only what never ends may be found by it. */
const RECOVERY_MS = 120_000;

const LAST_ANSWERS_MS = 30_000;

const LANES: readonly RoundLane[] = [{ name: 'red' }, { name: 'green' }, { name: 'blue' }];

const CANARY = 'canary-of-this-round';

/** Part of the password of the test server, as it is in a URL. */
const CANARIES = [CANARY, 'a%20test%20password', 'a test password'];

export async function runRound(options: RoundOptions): Promise<Round> {
  const { seed, databases, kind, instances: count, round } = options;
  const folder = await makeFolder();
  const recorder = openRecorder(folder);
  const random = seededRandom(seed);
  const schedule = options.schedule ?? makeSchedule({ random, database: kind, instances: count, round });
  const facts: RoundFacts = { seed, bootedAt: recorder.bootedAt, canaries: CANARIES };
  await writeFile(join(folder, 'facts.json'), JSON.stringify(facts));
  await writeFile(join(folder, 'schedule.json'), JSON.stringify(schedule, null, 2));
  const database = await databases.open(folder);
  // Six seconds are the shortest that leave a run some patience.
  const takeoverDelayS = count > 1 && random.chance(0.2) ? 6 : 0;
  const instances = startInstances({ ...options, recorder, database, schedule, takeoverDelayS });
  const letSleep = keepAwake(recorder);
  try {
    // Each of the five steps may be taken over once, in the worst case.
    const patience = { ms: RECOVERY_MS + 5 * takeoverDelayS * 1000, runs: Infinity };
    const recovered = await fight({ instances, database, recorder }, schedule, { ...options, patience });
    const answered = await askAll(instances, [...recovered.keys()]);
    await Promise.all(instances.map((instance) => instance.close()));
    const collected = await database.collect();
    await writeFile(join(folder, 'audit.json'), JSON.stringify(collected.audit));
    const final: FinalState = {
      tasks: finalTasks(collected, answered, recovered),
      taskIds: collected.tasks.map(({ taskId }) => taskId),
      processes: leftProcesses(folder),
    };
    await writeFile(join(folder, 'final.json'), JSON.stringify(final));
    return { folder, schedule, lostStatements: database.lostStatements() };
  } finally {
    letSleep();
    for (const instance of instances) await instance.kill();
    for (const pid of livingProcesses(markerOf(folder))) process.kill(pid, 'SIGKILL');
    await database.close();
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tms-init-chaos-'));
  await mkdir(join(folder, 'probe'));
  await copyFile(new URL('fixture.sh', import.meta.url), join(folder, 'fixture.sh'));
  await chmod(join(folder, 'fixture.sh'), 0o755);
  return folder;
}

interface Start extends RoundOptions {
  readonly recorder: Recorder;
  readonly database: ChaosDatabase;
  readonly schedule: readonly Fault[];
  readonly takeoverDelayS: number;
}

function startInstances(options: Start): Instance[] {
  const { seed, recorder, database, schedule, instances, takeoverDelayS, command = THE_SERVICE } = options;
  const { folder } = recorder;
  const settings = {
    ...FAST,
    ...database.settings,
    TAKEOVER_DELAY: String(takeoverDelayS),
    CHAOS_DIR: folder,
    CHAOS_FIXTURE: join(folder, 'fixture.sh'),
    // Not among the variables of scripts.
    CHAOS_CANARY: CANARY,
    SCRIPT_ENV: 'CHAOS_DIR,CHAOS_FIXTURE',
  };
  return Array.from({ length: instances }, (_, number) =>
    keepInstance({
      number,
      recorder,
      settings,
      command,
      random: seededRandom(seed * 31 + number),
      failpoints: firstFailpoints(schedule, number),
    }),
  );
}

const FAST = { KILL_GRACE: '0.3', SHUTDOWN_GRACE: '0.5', CREATE_TABLES: 'never' };

/** How long each task took to recover. */
async function fight(
  field: Battlefield,
  schedule: readonly Fault[],
  { seed, lanes: chosen = LANES, patience }: RoundOptions & { readonly patience: Patience },
): Promise<ReadonlyMap<string, number | null>> {
  const calm = new AbortController();
  const clients = field.instances.map((instance) => recordingClient(instance, field.recorder));
  const lanes = chosen.map(({ name, scripts, ...own }, index) => {
    const random = seededRandom(seed * LANES.length + index);
    const nextScripts = () => scripts ?? makeScripts(random, schedule);
    return runLane({ name, clients, random, nextScripts, calm: calm.signal, patience, ...own });
  });
  try {
    await doFaults(field, schedule);
    for (const instance of field.instances) instance.disarm();
    for (const instance of field.instances) await instance.ready();
    field.recorder.fault('calm', null);
  } finally {
    calm.abort();
  }
  const recovered = await Promise.all(lanes);
  return new Map(recovered.flatMap((tasks) => Array.from(tasks)));
}

interface Answered {
  readonly task: FinalTask['answered'];
  readonly steps: readonly FinalStep[];
}

/** A failpoint that is armed still may end the service even now; the next one has none. */
function askAll([instance]: readonly Instance[], taskIds: readonly string[]): Promise<Map<string, Answered>> {
  return eventually('the last answers', () => askOnce(instance, taskIds), { withinMs: LAST_ANSWERS_MS });
}

async function askOnce(instance: Instance | undefined, taskIds: readonly string[]): Promise<Map<string, Answered>> {
  await instance?.ready();
  const base = `${instance?.url()}/api/v1/init/tasks`;
  const answers = taskIds.map(async (taskId) => {
    const [task, steps] = await Promise.all([fetchJson(`${base}/${taskId}`), fetchJson(`${base}/${taskId}/steps`)]);
    return [taskId, { task, steps } as Answered] as const;
  });
  return new Map(await Promise.all(answers));
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  return JSON.parse(await response.text());
}

function finalTasks(
  { tasks }: Collected,
  answered: ReadonlyMap<string, Answered>,
  recovered: ReadonlyMap<string, number | null>,
): readonly FinalTask[] {
  return tasks.flatMap((task) => {
    const answer = answered.get(task.taskId);
    if (!answer) return [];
    const recoveredMs = recovered.get(task.taskId) ?? null;
    return [{ ...task, answered: answer.task, answeredSteps: answer.steps, recoveredMs }];
  });
}

function leftProcesses(folder: string): readonly LeftProcess[] {
  return livingEnvironments(markerOf(folder)).map(({ pid, content }) => ({ pid, attemptId: attemptIdIn(content) }));
}

/** What the environment of each script of the round has in it; services have more besides. */
function markerOf(folder: string): string {
  return `CHAOS_DIR=${folder}`;
}
