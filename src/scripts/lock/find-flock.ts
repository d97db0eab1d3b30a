/** The flock program of this host, tried out: only one that really locks counts. */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

import { LOCKED_CODE, probeCommand } from '../step-command.ts';

const TRIAL_MS = 5000;

export interface FoundFlock {
  /** Its absolute path; null where there is none that can be used. */
  readonly flock: string | null;
  /** What is not guaranteed without it, in words; null where it was found. */
  readonly lockless: string | null;
}

/** Throws an Error with one clear line where it cannot be tried: to do without it then would be a lock lost by chance. */
export async function findFlock(lockDir: string, path: string | undefined): Promise<FoundFlock> {
  const flock = await findProgram('flock', path);
  if (flock === null) return { flock, lockless: `there is no flock program on this platform; ${NOT_GUARANTEED}` };
  if (await locks(flock, lockDir)) return { flock, lockless: null };
  return { flock: null, lockless: `the flock program of this platform does not know -F and -E; ${NOT_GUARANTEED}` };
}

const NOT_GUARANTEED =
  'after a crash of the service a script may run a second time while its first process still lives';

/** Where the scripts' own PATH leads, and where systems keep it. */
async function findProgram(name: string, path: string | undefined): Promise<string | null> {
  const folders = [...(path ?? '').split(delimiter).filter(isAbsolute), '/usr/bin', '/bin', '/usr/local/bin'];
  for (const folder of folders) {
    const program = join(folder, name);
    if (await isExecutable(program)) return program;
  }
  return null;
}

async function isExecutable(program: string): Promise<boolean> {
  try {
    await access(program, constants.X_OK);
    return true;
  } catch {
    // Not here: the next folder may have it.
    return false;
  }
}

/** Asks for a lock that is held, by a command that holds it: a program that locks says so. */
async function locks(flock: string, lockDir: string): Promise<boolean> {
  const lockPath = join(lockDir, `trial.${randomBytes(8).toString('hex')}`);
  try {
    await makeFile(lockPath);
    const { command, args } = probeCommand({ flock, lockPath });
    const holding = args.slice(0, args.indexOf(lockPath) + 1);
    return isLocking(await codeOf(command, [...holding, command, ...args]));
  } finally {
    await rm(lockPath, { force: true });
  }
}

async function makeFile(lockPath: string): Promise<void> {
  try {
    await writeFile(lockPath, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new Error(`LOCK_DIR cannot be written: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}

/** By the flock program where it does not know an option, as util-linux (64) and BusyBox (1) say it, or ignored one. */
const UNKNOWN_OPTION_CODES: ReadonlySet<string | number> = new Set([0, 1, 64]);

function isLocking(code: string | number): boolean {
  if (code === LOCKED_CODE) return true;
  if (UNKNOWN_OPTION_CODES.has(code)) return false;
  throw new Error(`The flock program cannot be tried (${code}), and without it a step could run twice at once.`);
}

/** The exit code; the name of the system's error where it could not be started; else the signal that ended it. */
function codeOf(command: string, args: readonly string[]): Promise<string | number> {
  const { promise, resolve } = Promise.withResolvers<string | number>();
  execFile(command, args, { timeout: TRIAL_MS, env: {} }, (error) => {
    resolve(error ? (error.code ?? error.signal ?? error.message) : 0);
  });
  return promise;
}
