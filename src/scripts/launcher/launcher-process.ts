/** The service's side of one launcher process, from its fork to its end. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

import type { Failpoints } from '../../failpoints/failpoint.ts';
import { compiledCodeSettings } from '../../platform/compiled-code.ts';
import { isOverWithin } from '../../platform/is-over-within.ts';
import { programFile } from '../../platform/project-files.ts';
import { LauncherDied } from './launcher-errors.ts';
import type { LauncherSettings, StartRequest } from './messages.ts';
import { type LaunchedProcess, trackRequests } from './track-requests.ts';

export interface LauncherOptions {
  /** All that launcher and scripts see of the environment: a script can read that of its parent. */
  readonly environment: Readonly<Record<string, string>>;
  readonly killGraceMs: number;
  readonly failpoints?: Failpoints | undefined;
}

export interface LauncherProcess {
  /** Resolves once it takes requests; rejects with a LauncherDied where it ended before. */
  readonly ready: Promise<void>;
  /** Resolves with the reason once it is gone and everything it said was heard. */
  readonly gone: Promise<string>;
  start(request: StartRequest): Promise<LaunchedProcess>;
  /** Closes the channel, by which it ends its scripts and itself. */
  close(): Promise<void>;
}

/** What it says between its exit and the end of its channel takes no longer. */
const LAST_WORDS_MS = 1000;

/** An answer takes milliseconds; a launcher that owes one for so long is stuck (stopped, or on a dead disk). */
const ANSWER_MS = 30_000;

/** How much longer than the scripts' grace its own end may take. */
const CLOSE_MS = 2000;

export function forkLauncher(options: LauncherOptions): LauncherProcess {
  const child = forkChild(options);
  const requests = trackRequests(child);
  const gone = waitForEnd(child);
  void gone.then((reason) => requests.rejectAll(new LauncherDied(reason)));
  return {
    ready: requests.ready,
    gone,
    start: (request) => answerOf(child, requests.send(request)),
    close: () => close(child, gone, options.killGraceMs),
  };
}

function forkChild({ environment, killGraceMs, failpoints }: LauncherOptions): ChildProcess {
  return fork(
    programFile('src/scripts/launcher/launcher.ts'),
    [JSON.stringify({ killGraceMs, failpoints } satisfies LauncherSettings)],
    {
      // Flags such as --inspect are for the service alone.
      execArgv: [],
      execPath: process.execPath,
      env: { ...withoutNodeSettings(environment), ...compiledCodeSettings() },
      // A session of its own; a folder that cannot go away.
      detached: true,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
}

/** Scripts may be given NODE_OPTIONS and the like; the launcher itself must not obey them. */
function withoutNodeSettings(environment: LauncherOptions['environment']): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('NODE_')));
}

async function waitForEnd(child: ChildProcess): Promise<string> {
  const reason = await endOf(child);
  // Reports may still be in the channel although the process is gone.
  if (child.connected) await isOverWithin(once(child, 'disconnect'), LAST_WORDS_MS);
  return reason;
}

function endOf(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.once('exit', (code, signal) => resolve(`the launcher of scripts ended (${signal ?? `exit code ${code}`})`));
  child.once('error', (error: NodeJS.ErrnoException) =>
    resolve(`the launcher of scripts cannot be started: ${error.code ?? error.message}`),
  );
  return promise;
}

/** A launcher that does not answer may hold scripts that nobody can end any more: it is ended, and what it ran is fenced. */
async function answerOf<T>(child: ChildProcess, answer: Promise<T>): Promise<T> {
  if (await isOverWithin(answer, ANSWER_MS)) return answer;
  child.kill('SIGKILL');
  return answer;
}

async function close(child: ChildProcess, gone: Promise<string>, killGraceMs: number): Promise<void> {
  if (child.connected) child.disconnect();
  if (await isOverWithin(gone, killGraceMs + CLOSE_MS)) return;
  child.kill('SIGKILL');
  await gone;
}
