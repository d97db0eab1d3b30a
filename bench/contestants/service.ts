/** The service as `npm start` starts it, with its log in a file as a machine keeps it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { buildService, PROJECT, THE_SERVICE } from '../../test/support/the-service.ts';
import { type Call, openClient } from './http-client.ts';
import { askInside, type InsideFigures } from './inside.ts';

export interface Service extends AsyncDisposable {
  /** `http://host:port` */
  readonly url: string;
  readonly pid: number;
  /** From its start until /readyz said so. */
  readonly readyMs: number;
  readonly call: Call;
  /** What only the process itself knows; begins anew what is counted. */
  readonly inside: () => Promise<InsideFigures>;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface ServiceOptions {
  /** For data, logs and locks; a second service may be started on it behind the first. */
  readonly folder: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether inside() is asked: the service is started with one more module then. */
  readonly isLookedInto?: boolean;
}

const INSIDE = join(import.meta.dirname, 'inside-service.ts');

/** A start takes a few hundred of these. */
const LOOK_MS = 2;
const PATIENCE_MS = 60_000;

export async function startService({ folder, settings = {}, isLookedInto = false }: ServiceOptions): Promise<Service> {
  buildService();
  await mkdir(join(folder, 'work'), { recursive: true });
  const logPath = join(folder, `service-${performance.now()}.log`);
  const log = await open(logPath, 'w');
  const socket = join(folder, 'inside.sock');
  const [program, ...args] = THE_SERVICE;
  const looked = isLookedInto ? ['--expose-gc', '--import', INSIDE] : [];
  const begun = performance.now();
  const child = spawn(program, [...looked, ...args], {
    cwd: PROJECT,
    env: { ...environment(folder), BENCH_SOCKET: socket, ...settings },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  try {
    const { url, call } = await untilReady(logPath, hasEnded);
    const readyMs = performance.now() - begun;
    const inside = () => askInside(socket);
    return { url, pid: child.pid ?? 0, readyMs, call, inside, end, [Symbol.asyncDispose]: () => end('SIGKILL') };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}

function environment(folder: string): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(kept),
    NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/compiled'),
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOCK_DIR: join(folder, 'locks'),
    SCRIPTS_DIR: join(folder, 'work'),
    KILL_GRACE: '1',
    SHUTDOWN_GRACE: '1',
  };
}

async function untilReady(logPath: string, hasEnded: () => boolean) {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline;) {
    const text = await readFile(logPath, 'utf8');
    const url = /"url":"([^"]+)".*"msg":"listening"/.exec(text)?.[1];
    if (url !== undefined) {
      const call = openClient(url);
      if ((await call('/readyz')).status === 200) return { url, call };
    }
    if (hasEnded()) throw new Error(`the service ended: ${text.trim().split('\n').at(-1)}`);
    await setTimeout(LOOK_MS);
  }
  throw new Error('the service was not ready in time');
}
