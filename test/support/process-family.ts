/** The processes that a service has started, and what the kernel says of them. */

import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

import { eventually } from './eventually.ts';

export type ServiceChild = 'launcher' | 'database';

/** By their files, built or not. */
const PROGRAMS: Readonly<Record<ServiceChild, RegExp>> = {
  launcher: /\/launcher\.[jt]s/,
  database: /\/database-process\.[jt]s/,
};

/** The launcher or the database process of a service; waits until there is one other than `not`. */
export function childOf(parent: number, child: ServiceChild, not?: number): Promise<number> {
  const isIt = (pid: number) => pid !== not && PROGRAMS[child].test(contentOf(pid, 'cmdline'));
  const find = () => childrenOf(parent).find(isIt) ?? 0;
  return eventually(`the ${child} of process ${parent}`, find);
}

/** So that none of them sees the end of another: all are stopped before the first is killed. */
export function killTogether(pids: readonly number[]): void {
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) process.kill(pid, signal);
}

/** How much a process has computed, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const [user, system] = fieldsOf(pid).slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

export function openDescriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** What it has in memory, in MB. */
export function residentMbOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(contentOf(pid, 'status'))?.[1]) / 1024;
}

/** Whether a process was started by another, or by one that this has started, and so on. */
export function descendsFrom(pid: number, ancestor: number): boolean {
  const parent = Number(fieldsOf(pid)[1]);
  return parent === ancestor || (parent > 1 && descendsFrom(parent, ancestor));
}

export function childrenOf(parent: number): readonly number[] {
  return contentOf(parent, `task/${parent}/children`).split(' ').filter(Boolean).map(Number);
}

/** What stands behind the name in /proc/<pid>/stat: state, parent, … */
function fieldsOf(pid: number): readonly string[] {
  const stat = contentOf(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function contentOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
