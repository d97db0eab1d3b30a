/** Installs the packages of the peers into the folder of the bench, where they are not there yet or are others than the lock file names. */

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const BENCH = join(import.meta.dirname, '..');

const LOCK = join(BENCH, 'package-lock.json');

/** What npm writes last. */
const INSTALLED = join(BENCH, 'node_modules/.package-lock.json');

export function installPeers(say: (text: string) => void): void {
  if (changedAt(INSTALLED) >= changedAt(LOCK)) return;
  say('the packages of the peers are not there yet, or not these: npm ci in bench/');
  execFileSync('npm', ['ci'], { cwd: BENCH, stdio: ['ignore', 2, 2] });
}

/** 0 where there is no such file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
