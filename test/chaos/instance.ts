/** One instance of the service in a round: started again whenever it ends, and the ways to hurt it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { FAILPOINT_NAMES } from '../../src/failpoints/failpoint.ts';
import { isOverWithin } from '../../src/platform/is-over-within.ts';
import { eventually } from '../support/eventually.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import type { Random } from './random.ts';
import type { Recorder } from './recorder.ts';

export interface Instance {
  readonly number: number;
  /** Null while none answers. */
  url(): string | null;
  pid(): number;
  launcherPid(): number | null;
  /** Waits until one answers. */
  ready(): Promise<void>;
  /** Whether the present one was started with these failpoints. */
  isArmedWith(failpoints: string): boolean;
  /** Kills the present one and starts the next one with these failpoints. */
  rearm(failpoints: string): Promise<void>;
  /** What the next one is started with, instead of nothing. */
  armNext(failpoints: string): void;
  /** Nothing is armed any more in those that start from now on. */
  disarm(): void;
  /** Resolves once the present one has ended; false where it still lives after the time. */
  endsWithin(ms: number): Promise<boolean>;
  /** Lets it end in order and starts no other one. */
  close(): Promise<void>;
  /** Ends it however it is, and starts no other one. */
  kill(): Promise<void>;
}

export interface InstanceOptions {
  readonly number: number;
  readonly recorder: Recorder;
  readonly settings: Readonly<Record<string, string>>;
  /** Chooses further failpoints, which the process survives, for each start. */
  readonly random: Random;
  readonly command: readonly [string, ...string[]];
  /** The failpoints of the first one. */
  readonly failpoints: string;
}

const END_MS = 15_000;

/** A start that fails, such as while the database is away, is tried again. */
const PAUSE_MS = 50;

export function keepInstance(options: InstanceOptions): Instance {
  const { number, recorder } = options;
  let current: ServiceProcess | null = null;
  let next = options.failpoints;
  let armed = '';
  let isDisarmed = false;
  const closing = new AbortController();
  const kept = keep();

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      current = await start();
      if (current === null) continue;
      const service = current;
      if (closing.signal.aborted) signal(service.pid, 'SIGTERM');
      await service.ended;
      recorder.fault('service-ended', number);
      current = null;
      recorder.said(service.lines);
    }
  }

  async function start(): Promise<ServiceProcess | null> {
    const failpoints = next;
    next = '';
    armed = failpoints;
    const further = isDisarmed ? '' : chooseSurvivable(options.random);
    try {
      return await startServiceProcess(
        { root: recorder.folder },
        settingsOf(options, `${failpoints};${further}`),
        options.command,
      );
    } catch (error) {
      recorder.fault('service-not-started', number);
      recorder.said([String(error)]);
      await setTimeout(PAUSE_MS);
      return null;
    }
  }

  const instance: Instance = {
    number,
    url: () => current?.url ?? null,
    pid: () => current?.pid ?? 0,
    launcherPid: () => (current ? findLauncher(current.pid) : null),
    async ready() {
      await eventually('a service to answer', () => current !== null && !current.hasEnded(), { withinMs: 60_000 });
    },
    isArmedWith: (failpoints) => armed === failpoints,
    async rearm(failpoints) {
      await instance.ready();
      next = failpoints;
      const before = current;
      recorder.fault('kill-service', number);
      signal(instance.pid(), 'SIGKILL');
      await eventually('the service to be dead', () => current !== before, { withinMs: END_MS });
      await instance.ready();
    },
    disarm() {
      next = '';
      isDisarmed = true;
    },
    armNext(failpoints) {
      next = failpoints;
    },
    async endsWithin(ms) {
      if (!current) return true;
      return Promise.race([current.ended.then(() => true), setTimeout(ms, false)]);
    },
    async close() {
      closing.abort();
      if (await isOverWithin(endInOrder(current, kept), END_MS)) return;
      throw new Error(`instance ${number} did not end in ${END_MS} ms`);
    },
    async kill() {
      closing.abort();
      signal(current?.pid ?? 0, 'SIGKILL');
      await kept;
    },
  };
  return instance;
}

/** Two more points that throw or wait. */
function chooseSurvivable(random: Random): string {
  return [1, 2]
    .map(() => {
      const action = random.chance(0.5) ? 'throw' : `sleep(${random.between(20, 300)})`;
      return `${random.pick(SURVIVABLE)}:${random.between(1, 3)}=${action}`;
    })
    .join(';');
}

/** Where a throw ends the process, or nobody is there to catch it, is no place for one. */
const SURVIVABLE = FAILPOINT_NAMES.filter((name) => !['accept.replied', 'step.log_opened'].includes(name));

async function endInOrder(current: ServiceProcess | null, kept: Promise<void>): Promise<void> {
  await current?.end('SIGTERM');
  await kept;
}

function settingsOf({ settings, number, recorder }: InstanceOptions, failpoints: string): Record<string, string> {
  const { folder } = recorder;
  return {
    ...settings,
    INSTANCE: `chaos-${number}`,
    LOG_DIR: join(folder, 'logs'),
    LOCK_DIR: join(folder, 'locks'),
    LOG_LEVEL: 'debug',
    NODE_ENV: 'test',
    FAILPOINTS: failpoints,
    FAILPOINT_HITS: join(folder, 'hits'),
  };
}

/** Null where it has none now. */
function findLauncher(pid: number): number | null {
  const children = contentOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const launcher = children.find((child) => /\/launcher\.[jt]s/.test(contentOf(`/proc/${child}/cmdline`)));
  return launcher === undefined ? null : Number(launcher);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // It has ended.
  }
}

/** Nothing happens where the process is gone already. */
export function signal(pid: number | null, name: NodeJS.Signals): void {
  if (!pid) return;
  try {
    process.kill(pid, name);
  } catch {
    // ESRCH
  }
}
