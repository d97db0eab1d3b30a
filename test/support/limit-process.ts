/** Limits how many files a running process may open. */

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** Lets it open only so many files more than it has now; undone by the function that is returned. */
export function limitFiles(pid: number, more: number): () => void {
  const before = execFileSync('prlimit', ['--pid', `${pid}`, '--nofile', '--noheadings', '--raw', '--output=SOFT']);
  setLimit(pid, lowestFree(pid, more));
  return () => setLimit(pid, Number(before));
}

/** The soft one alone, so that it can be raised again. */
function setLimit(pid: number, files: number): void {
  execFileSync('prlimit', ['--pid', `${pid}`, `--nofile=${files}:`]);
}

/** The number of a descriptor: a limit forbids those from it on, and the lowest free one is always taken first. */
function lowestFree(pid: number, skipped: number): number {
  const taken = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let left = skipped;
  for (let fd = 0; ; fd += 1) {
    if (taken.has(fd)) continue;
    if (left === 0) return fd;
    left -= 1;
  }
}
