/** What another process has taken of the machine. */

import { readFileSync, writeFileSync } from 'node:fs';

/** Of a clock tick of Linux. */
const TICK_MS = 10;

export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

export function memoryMb(pid: number): number {
  return readMemory(pid, 'VmRSS');
}

/** The most it had, since it began or since forgetPeak(). */
export function peakMemoryMb(pid: number): number {
  return readMemory(pid, 'VmHWM');
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function readMemory(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}
