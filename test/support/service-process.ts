/** The service as a process of its own, as `npm start` starts it, to be asked, interrupted and killed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import { eventually } from './eventually.ts';
import { buildService, type Command, PROJECT, THE_SERVICE } from './the-service.ts';

/** Folders that outlive a service, so that another one can be started on them. */
export interface ServiceFolders {
  readonly root: string;
  remove(): Promise<void>;
}

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Its log lines so far. */
  readonly lines: readonly Record<string, unknown>[];
  /** What it wrote to standard error, line by line. */
  readonly errors: readonly string[];
  /** Fetches a path below /api/v1/init and gives status and JSON. */
  call(path: string, init?: RequestInit): Promise<{ readonly status: number; readonly body: TaskJson }>;
  createTask(taskId: string, scripts: readonly string[]): Promise<void>;
  execute(taskId: string): Promise<{ readonly status: number; readonly body: SnapshotJson }>;
  /** Waits for a status and gives the task. */
  untilStatus(taskId: string, status: string): Promise<TaskJson>;
  steps(taskId: string): Promise<readonly StepJson[]>;
  /** Stops reading what it writes, as a reader does that dies. */
  closeOutput(): void;
  /** Resolves once it has ended, by itself or by a signal, and everything it said was read. */
  readonly ended: Promise<unknown>;
  /** Whether it has ended, by itself or by a signal. */
  hasEnded(): boolean;
  /** Resolves with its exit code once it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** The signal to the whole foreground group, as a terminal sends Ctrl-C. */
  endGroup(signal: NodeJS.Signals): Promise<number | null>;
}

export interface SnapshotJson {
  readonly taskId: string;
  readonly status: string;
  readonly totalSteps: number;
  readonly successSteps: number;
  readonly started: boolean;
}

export interface TaskJson extends SnapshotJson {
  readonly active: boolean;
  readonly owner: string | null;
  readonly message: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export interface StepJson {
  readonly stepNo: number;
  readonly status: string;
  readonly message: string | null;
  readonly exitCode: number | null;
  readonly logPath: string | null;
  readonly attempts: number;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export async function makeServiceFolders(): Promise<ServiceFolders> {
  const root = await mkdtemp(join(tmpdir(), 'tms-init-test-service-'));
  // Its embedded database may still be about to end.
  return { root, remove: () => rm(root, { recursive: true, force: true, maxRetries: 10 }) };
}

/** Without DATABASE_URL in the settings it has its embedded database in the folders. */
export async function startServiceProcess(
  { root }: Pick<ServiceFolders, 'root'>,
  settings: Record<string, string> = {},
  command: Command = THE_SERVICE,
): Promise<ServiceProcess> {
  const child = spawnService(root, settings, command);
  const lines: Record<string, unknown>[] = [];
  const errors: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const ended = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const listening = () => lines.find(({ msg }) => msg === 'listening');
  await eventually('the service to listen', () => hasEnded() || listening() !== undefined);
  if (hasEnded()) {
    await ended;
    throw new Error(`the service ended: ${errors.join('\n')}`);
  }
  return bind({ child, url: String(listening()?.['url']), lines, errors, ended });
}

/** A service that may not have got as far as listening. */
export interface BegunService {
  readonly pid: number;
  /** The events it has logged so far. */
  events(): readonly unknown[];
  /** The signal to the whole foreground group; resolves with its exit code once it has ended. */
  endGroup(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it without waiting for anything. */
export function beginService(
  { root }: ServiceFolders,
  settings: Record<string, string>,
  command: Command = THE_SERVICE,
): BegunService {
  const child = spawnService(root, settings, command);
  const events: unknown[] = [];
  createInterface(child.stdout).on('line', (line) => events.push(JSON.parse(line).msg));
  child.stderr.resume();
  const ended = once(child, 'close');
  return {
    pid: child.pid ?? 0,
    events: () => events,
    async endGroup(signal) {
      process.kill(-(child.pid ?? 0), signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** Runs the service to its end and gives its exit code and what it wrote to standard output and standard error. */
export async function runServiceToEnd({ root }: ServiceFolders, settings: Record<string, string>) {
  const child = spawnService(root, settings);
  const [output, error, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: exitCode as number | null, output, error };
}

function spawnService(root: string, settings: Record<string, string>, [program, ...args] = THE_SERVICE) {
  buildService();
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  // A run of the tests starts the service many times; what Node compiled once serves them all.
  const compiled = { NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/compiled') };
  const own = { PORT: '0', DATA_DIR: join(root, 'data'), LOCK_DIR: join(root, 'locks'), SCRIPTS_DIR: root };
  return spawn(program, args, {
    cwd: PROJECT,
    env: { ...Object.fromEntries(kept), ...compiled, ...own, KILL_GRACE: '1', SHUTDOWN_GRACE: '2', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a shell makes it for a foreground program.
    detached: true,
  });
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly lines: readonly Record<string, unknown>[];
  readonly errors: readonly string[];
  readonly ended: Promise<unknown[]>;
}

function bind({ child, url, lines, errors, ended }: Running): ServiceProcess {
  const pid = child.pid ?? 0;
  const exit = async (kill: () => void) => {
    if (child.exitCode === null && child.signalCode === null) kill();
    await ended;
    return child.exitCode;
  };
  const service: ServiceProcess = {
    url,
    pid,
    lines,
    errors,
    ended,
    async call(path, init) {
      const response = await fetch(`${url}/api/v1/init${path}`, init);
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
    async createTask(taskId, scripts) {
      const steps = scripts.map((script, index) => ({ name: `step-${index + 1}`, script }));
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ taskId, name: `Task ${taskId}`, steps });
      const { status } = await service.call('/tasks', { method: 'POST', headers, body });
      if (status !== 201) throw new Error(`the task was not created: ${status}`);
    },
    execute: (taskId) => service.call(`/tasks/${encodeURIComponent(taskId)}/execute`, { method: 'POST' }),
    untilStatus: (taskId, status) => untilStatus(service, taskId, status),
    async steps(taskId) {
      const response = await fetch(`${url}/api/v1/init/tasks/${encodeURIComponent(taskId)}/steps`);
      return JSON.parse(await response.text());
    },
    closeOutput: () => void child.stdout?.destroy(),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    end: (signal) => exit(() => child.kill(signal)),
    endGroup: (signal) => exit(() => process.kill(-pid, signal)),
  };
  return service;
}

async function untilStatus(service: ServiceProcess, taskId: string, status: string): Promise<TaskJson> {
  const probe = async () => {
    const { body } = await service.call(`/tasks/${encodeURIComponent(taskId)}`);
    if (body.status !== status) throw new Error(`it is ${JSON.stringify(body)}`);
    return body;
  };
  return eventually(`task ${taskId} to be ${status}`, probe);
}
