/** Starts one process for the service, and reports what becomes of it. */

import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { constants, type FileHandle, open } from 'node:fs/promises';
import process from 'node:process';

import type { Reach } from '../../failpoints/failpoint.ts';
import { isOverWithin } from '../../platform/is-over-within.ts';
import { findStartTime } from '../../platform/process-stat.ts';
import type { LauncherReport, LogTarget, NumberedRequest, StartFault } from './messages.ts';
import { watchLog } from './watch-log.ts';

export interface Launch {
  readonly request: NumberedRequest;
  readonly report: (report: LauncherReport) => void;
  /** The processes that run, by the number of their request. */
  readonly running: Map<number, Launched>;
  readonly reach?: Reach | undefined;
}

/** A running process, and the marker of what it may leave. */
export interface Launched {
  readonly pid: number;
  readonly attemptId: string | null;
}

/** Never rejects: what goes wrong is reported. */
export async function startProcess(launch: Launch): Promise<void> {
  const { request, report, reach } = launch;
  let log: FileHandle | null = null;
  try {
    log = request.log && (await openLogInTime(request.log));
  } catch (error) {
    return report({ kind: 'failed', id: request.id, ...faultOf('log', error) });
  }
  if (log) await reach?.('step.log_opened');
  const child = startWithLog(launch, log);
  if (child && log) await watch(launch, child, log);
  // The child has its own copies; that this one cannot be closed is no fault of the script.
  await log?.close().catch(() => undefined);
}

/** Until the process ends. By the descriptor: a script may remove or replace its log and still fill the disk. */
async function watch({ request, report }: Launch, child: ChildProcess, log: FileHandle): Promise<void> {
  const limitBytes = request.log?.limitBytes ?? null;
  if (limitBytes === null) return;
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  child.once('error', () => ended.abort());
  const isOvergrown = await watchLog({ log, limitBytes, signal: ended.signal });
  if (isOvergrown) report({ kind: 'overgrown', id: request.id, limitBytes });
}

/** A dead disk must not keep the service waiting: it would take the launcher for dead. */
async function openLogInTime(target: LogTarget): Promise<FileHandle> {
  const opening = openLog(target);
  if (await isOverWithin(opening, LONGEST_OPEN_MS)) return opening;
  opening.then((late) => late.close()).catch(() => undefined);
  throw Object.assign(new Error('the log was not opened in time'), { code: 'ETIMEDOUT' });
}

const LONGEST_OPEN_MS = 20_000;

function openLog({ path, create }: LogTarget): Promise<FileHandle> {
  const { O_WRONLY, O_APPEND, O_NOFOLLOW, O_CREAT, O_EXCL } = constants;
  return open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | (create ? O_CREAT | O_EXCL : 0), 0o640);
}

/** Null where nothing was started. */
function startWithLog(launch: Launch, log: FileHandle | null): ChildProcess | null {
  // Whoever asked may have died while the log was opened: a later owner of the step must not meet this start.
  if (!process.connected) return null;
  const { request, report } = launch;
  try {
    const child = spawnIn(request, log);
    reportLife(launch, child);
    return child;
  } catch (error) {
    // Too long arguments and NUL are thrown; most other faults are events.
    report({ kind: 'failed', id: request.id, ...faultOf('process', error) });
    return null;
  }
}

function spawnIn({ command, args, dir, environment }: NumberedRequest, log: FileHandle | null): ChildProcess {
  const stdio: StdioOptions = log === null ? 'ignore' : ['ignore', ...Array.from(OUTPUTS, () => log.fd)];
  return spawn(command, args, { cwd: dir, env: environment, detached: true, stdio });
}

/**
 * Standard output, standard error, and 3 to 9, which the command closes again: so the lock that it opens gets number 10
 * or above, which no script takes for its own by `exec 3>file`.
 */
const OUTPUTS = { length: 9 };

function reportLife({ request, report, running }: Launch, child: ChildProcess): void {
  const { id, attemptId } = request;
  const { pid } = child;
  child.once('error', (error) => report({ kind: 'failed', id, ...faultOf('process', error) }));
  if (pid === undefined) return;
  running.set(id, { pid, attemptId });
  child.once('exit', (exitCode, signal) => {
    running.delete(id);
    report({ kind: 'ended', id, exitCode, signal });
  });
  // At once, so that it comes before the end; the child cannot have been reaped yet, so its start time can be read.
  report({ kind: 'started', id, pid, startTime: findStartTime(pid) });
}

function faultOf(part: StartFault['part'], error: unknown): StartFault {
  return { part, code: (error as NodeJS.ErrnoException).code ?? String(error) };
}
