/** A user without the powers of root, for limits that root does not feel. Only root may become another one. */

import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import type { ServiceFolders } from './service-process.ts';
import { PROJECT, THE_SERVICE } from './the-service.ts';

/** Nobody else's, so that its processes can be counted. */
const USER = 47_114;

const AS_USER = [`--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'] as const;

/** The service, started as that user. */
export const BY_ANOTHER_USER = ['setpriv', ...AS_USER, ...THE_SERVICE] as const;

/** Whether that user can be had here, and may read the project, which may lie in a closed folder. */
export function canBeAnotherUser(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('setpriv', [...AS_USER, process.execPath, '--version'], { stdio: 'ignore' });
    execFileSync('setpriv', [...AS_USER, 'test', '-r', join(PROJECT, 'dist/service/main.js')]);
    return true;
  } catch {
    return false; // No setpriv, or a folder that is closed to others.
  }
}

/** Lets the user start only so many processes by one of its own; undone by the function that is returned. */
export function limitProcesses(pid: number, most: number): () => void {
  const limit = (...args: readonly string[]) =>
    execFileSync('setpriv', [...AS_USER, 'prlimit', ...args, `--pid=${pid}`]);
  const before = limit('--nproc', '--noheadings', '--raw', '--output=SOFT');
  // The soft limit alone, so that it can be raised again.
  limit(`--nproc=${most}:`);
  return () => limit(`--nproc=${String(before).trim()}:`);
}

export function giveAway({ root }: ServiceFolders): void {
  chownSync(root, USER, USER);
}
