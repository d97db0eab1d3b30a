/** A program of its own that has an embedded database open, to be interrupted and killed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';

const PROGRAM = new URL('../persistence/embedded/fixtures/service.ts', import.meta.url).pathname;

export interface EmbeddedService {
  readonly child: ChildProcess;
  readonly pid: number;
  /** What the service knows of its database, once it is ready. */
  readonly connection: Promise<{ readonly host: string; readonly port: number; readonly user: string }>;
  readonly ended: Promise<unknown>;
  /** Kills it, if it still lives, with nothing closed. */
  kill(): Promise<void>;
}

export interface EmbeddedServiceOptions {
  readonly environment?: Record<string, string>;
  /** That of the installation where none is given. */
  readonly template?: string;
}

/** In a process group of its own, as a terminal gives it to a foreground program. */
export function startEmbeddedService(
  dataDir: string,
  { environment = {}, template }: EmbeddedServiceOptions = {},
): EmbeddedService {
  const args = template === undefined ? [dataDir] : [dataDir, template];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  if (child.pid === undefined) throw new Error('The service could not be started.');
  const ended = once(child, 'exit');
  return { child, pid: child.pid, connection: readConnection(child), ended, kill: () => kill(child, ended) };
}

async function readConnection(child: ChildProcess) {
  if (!child.stdout) throw new Error('The service has no output.');
  for await (const line of createInterface(child.stdout)) return JSON.parse(line);
  throw new Error('The service ended before its database was ready.');
}

async function kill(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
