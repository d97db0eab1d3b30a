/** tms-init as people start it: a process of its own, or one on a terminal of its own. */

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { eventually } from './eventually.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** What is run: this Node.js and the file that package.json names. */
export const TMS_INIT = [process.execPath, join(PROJECT, 'bin/tms-init.js')] as const;

export interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
  readonly error: string;
}

export interface Called {
  /** Of the service that is asked; left out: one that nobody has. */
  readonly url?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What comes on standard input. */
  readonly input?: string;
  readonly cwd?: string;
  /** In the place of this Node.js. */
  readonly node?: string;
}

export async function tmsInit(words: readonly string[], called: Called = {}): Promise<Ended> {
  const child = beginTmsInit(words, called);
  child.stdin.end(called.input ?? '');
  return untilEnded(child);
}

/** A port of the system that nothing listens on. */
export const NOBODY = 'http://127.0.0.1:2';

export function beginTmsInit(words: readonly string[], called: Called = {}): ChildProcessWithoutNullStreams {
  const [node, program] = TMS_INIT;
  return spawn(called.node ?? node, [program, ...words], {
    cwd: called.cwd,
    env: environmentOf(called),
    stdio: 'pipe',
  });
}

export async function untilEnded(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const ended = once(child, 'close');
  const [output, error, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { exitCode: exitCode as number | null, output, error };
}

/** Nothing of the settings of whoever runs the tests. */
function environmentOf({ url, environment }: Called): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR'].map((name) => [name, process.env[name]]);
  return { ...Object.fromEntries(kept), TMS_INIT_URL: url ?? NOBODY, TZ: 'UTC', ...environment };
}

export interface Terminal {
  /** All that it was sent so far. */
  shown(): string;
  /** Waits until that has this in it. */
  until(wanted: string | RegExp): Promise<void>;
  type(keys: string): void;
  readonly ended: Promise<number | null>;
}

export interface OnTerminal extends Called {
  readonly columns?: number;
  readonly rows?: number;
}

/** Whether this machine can make one: `script` comes with util-linux. */
export function canMakeTerminal(): boolean {
  if (spawnSync('script', ['--version']).stdout?.includes('util-linux')) return true;
  process.stderr.write('What a terminal shows is not tested: there is no script of util-linux on this machine.\n');
  return false;
}

/** On a terminal of this size, in the foreground, so that Ctrl-C reaches it. */
export function onTerminal(words: readonly string[], { columns = 80, rows = 24, ...called }: OnTerminal): Terminal {
  const command = [...TMS_INIT, ...words].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const sized = `stty cols ${columns} rows ${rows}; exec ${command}`;
  const env = { ...environmentOf(called), TERM: called.environment?.['TERM'] ?? 'xterm-256color' };
  const child = spawn('script', ['-qec', sized, '/dev/null'], { env, stdio: 'pipe' });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (shown += piece));
  const ended = once(child, 'close').then(([exitCode]) => exitCode as number | null);
  return {
    shown: () => shown,
    async until(wanted) {
      const has = () => (typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown));
      await eventually(`the terminal to show ${String(wanted)}`, has);
    },
    type: (keys) => void child.stdin.write(keys),
    ended,
  };
}
