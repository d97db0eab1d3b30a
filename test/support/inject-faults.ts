/** Has system calls of a running process fail or take their time, by strace. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

import { eventually } from './eventually.ts';

export interface Injection {
  close(): Promise<void>;
}

/** Whether strace is there and may be used: not every container lets it. */
export function canInject(): boolean {
  try {
    execFileSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // Not there, or not allowed.
  }
}

/**
 * On all threads, and on the children born meanwhile.
 * @param calls names of system calls, by commas
 * @param fault as strace has it: `error=EIO`, `delay_enter=1000000` (microseconds)
 */
export async function injectFaults(pid: number, calls: string, fault: string): Promise<Injection> {
  const filters = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`];
  const strace = spawn('strace', ['-f', '-qq', '-o', '/dev/null', ...filters, '-p', String(pid)], { stdio: 'ignore' });
  // It also ends by itself, with the process.
  const exited = once(strace, 'exit');
  await eventually('strace to be attached', () => threadsOf(pid).every(isTraced));
  return {
    async close() {
      strace.kill('SIGINT');
      await exited;
    },
  };
}

/** The threads that strace holds at this moment: for longer than a moment where a call of theirs is delayed. */
export function heldThreads(pid: number): readonly string[] {
  return threadsOf(pid).filter((thread) => /^State:\s+t/m.test(statusOf(thread)));
}

function threadsOf(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
}

function isTraced(thread: string): boolean {
  return !/^TracerPid:\s+0$/m.test(statusOf(thread));
}

function statusOf(thread: string): string {
  return readFileSync(`${thread}/status`, 'utf8');
}
