/** Starts one database process and waits until it serves. */

import { type ChildProcess, fork } from 'node:child_process';

import { compiledCodeSettings } from '../../platform/compiled-code.ts';
import { programFile } from '../../platform/project-files.ts';
import type { Assignment, Opening, Report, Request } from './channel.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';

export interface DatabaseProcess {
  readonly pid: number;
  readonly opening: Opening;
  readonly ended: Promise<ProcessEnd>;
  /** Lets it finish what it does and close the data folder. */
  end(): Promise<void>;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Its own last words, if any. */
  readonly message: string | null;
}

/** A database that is made anew takes some 5 seconds of computing, on a busy machine many times that. */
const START_LIMIT_MS = 120_000;
const END_LIMIT_MS = 10_000;

const PING_EVERY_MS = 5000;
/** A minute without an answer. One is missed per tick, so a service that was stopped for an hour misses one. */
const MISSED_PINGS = 12;

/** Rejects with an EmbeddedDatabaseError. An abort ends what is being started. */
export async function startDatabaseProcess(assignment: Assignment, abort: AbortSignal): Promise<DatabaseProcess> {
  const child = forkDetached(assignment);
  const ended = endOf(child);
  const end = () => endProcess(child, ended);
  const late = AbortSignal.timeout(START_LIMIT_MS);
  const opening = await readinessOf(child, ended, AbortSignal.any([abort, late]));
  if (opening === null || child.pid === undefined) {
    const isLate = late.aborted;
    await end();
    throw new EmbeddedDatabaseError(isLate ? 'The database was not ready in two minutes.' : whyNot(await ended, abort));
  }
  watch(child);
  return { pid: child.pid, opening, ended, end };
}

/**
 * Compiled without the optimizing compiler, whose work on PostgreSQL costs 200 MB and more than it saves in a database of this
 * size. In a session of its own, so that Ctrl-C does not reach it; with no descriptor of the service, so that nobody who reads its
 * output waits for this process; with nothing of its environment, because it needs none.
 */
function forkDetached(assignment: Assignment): ChildProcess {
  return fork(programFile('src/persistence/embedded/database-process.ts'), [JSON.stringify(assignment)], {
    execArgv: ['--liftoff-only'],
    env: { ...compiledCodeSettings() },
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    let message: string | null = null;
    child.on('message', (report: Report) => {
      if (report.kind === 'refused') message = report.message;
    });
    child.on('error', (error) => {
      // Without a pid there is no process and no exit; with one the exit tells the end.
      if (child.pid === undefined) resolve({ code: null, signal: null, message: error.message });
    });
    child.on('exit', (code, signal) => resolve({ code, signal, message }));
  });
}

/** null where it ended, took too long or is not wanted any more. */
function readinessOf(child: ChildProcess, ended: Promise<ProcessEnd>, limit: AbortSignal): Promise<Opening | null> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(null);
    limit.addEventListener('abort', giveUp, { once: true });
    if (limit.aborted) giveUp();
    void ended.then(giveUp);
    child.on('message', (report: Report) => {
      if (report.kind === 'ready') resolve(report.opening);
    });
  });
}

async function endProcess(child: ChildProcess, ended: Promise<ProcessEnd>): Promise<void> {
  if (child.connected) child.disconnect();
  const kill = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
  await ended;
  clearTimeout(kill);
}

function whyNot({ code, signal, message }: ProcessEnd, abort: AbortSignal): string {
  if (message !== null) return message;
  if (abort.aborted) return 'The start of the database process was called off.';
  return `The database process ended before it was ready (${signal ?? `exit code ${code}`}).`;
}

/** A statement that never ends blocks it for all; it is killed, and started anew like after any other death. */
function watch(child: ChildProcess): void {
  let missed = 0;
  child.on('message', (report: Report) => {
    if (report.kind === 'pong') missed = 0;
  });
  const timer = setInterval(() => {
    missed += 1;
    if (missed > MISSED_PINGS) child.kill('SIGKILL');
    else if (child.connected) child.send('ping' satisfies Request, () => undefined);
  }, PING_EVERY_MS);
  child.on('exit', () => clearInterval(timer));
}
