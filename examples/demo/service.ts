/** The service as a process of its own, as `npm start` would start it; closing it is SIGTERM. */

import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { type Client, createClient } from './service-client.ts';
import type { Workplace } from './workplace.ts';

export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly client: Client;
}

/** Where the service keeps its files, and the shop that its scripts may know of. */
type ServicePlace = Pick<Workplace, 'folder' | 'shopDir'>;

const PROJECT = join(import.meta.dirname, '../..');

/** Longer than the graces below and the few seconds that the service may need besides. */
const END_WITHIN_MS = 15_000;

export async function startService(workplace: ServicePlace, signal: AbortSignal): Promise<Service> {
  const child = spawn(process.execPath, ['dist/service/main.js'], {
    cwd: PROJECT,
    env: environment(workplace),
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a session of its own, so that Ctrl-C reaches the demo only and the service is ended once, by the demo.
    detached: true,
  });
  try {
    const url = await readUrl(child, signal);
    return { url, client: createClient(url, signal), [Symbol.asyncDispose]: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

/** Nothing of the user's own settings, such as a DATABASE_URL, may reach the demo's service. */
function environment({ folder, shopDir }: ServicePlace): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]);
  return {
    ...Object.fromEntries(kept),
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOCK_DIR: join(folder, 'locks'),
    SCRIPT_ENV: 'SHOP_DIR',
    SHOP_DIR: shopDir,
    SHUTDOWN_GRACE: '2',
    KILL_GRACE: '2',
  };
}

/** The address that the service tells in its log line `listening`; with port 0 the system chose one. */
async function readUrl(child: ChildProcessByStdio<null, Readable, null>, signal: AbortSignal): Promise<string> {
  const said: string[] = [];
  for await (const [text] of on(createInterface(child.stdout), 'line', { signal, close: ['close'] })) {
    const url = urlOf(String(text));
    if (url !== null) return url;
    said.push(String(text));
  }
  if (isAlive(child)) await once(child, 'exit', { signal });
  const cause = child.signalCode ?? `exit code ${child.exitCode}`;
  throw new Error(`the service ended at its start by ${cause}; it said:\n${said.join('\n')}`);
}

function urlOf(text: string): string | null {
  if (!text.startsWith('{')) return null;
  const { msg, url } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return msg === 'listening' ? String(url) : null;
}

async function end(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(END_WITHIN_MS) });
  child.kill('SIGTERM');
  try {
    await exited;
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`the service did not end within ${END_WITHIN_MS / 1000} s of SIGTERM and was killed`, {
      cause: error,
    });
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
