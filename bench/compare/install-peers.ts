/** Installs the packages of the peers into the folder of the bench, where they are not there yet. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const BENCH = join(import.meta.dirname, '..');

/** What npm writes last. */
const INSTALLED = join(BENCH, 'node_modules/.package-lock.json');

export function installPeers(say: (text: string) => void): void {
  if (existsSync(INSTALLED)) return;
  say('the packages of the peers are not there yet: npm ci in bench/');
  execFileSync('npm', ['ci'], { cwd: BENCH, stdio: ['ignore', 2, 2] });
}
