/** Temporary folders that are removed when this process exits, or, where it was killed, when the next one asks for such a folder. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

export function folderOfThisProcess(purpose: string): string {
  const prefix = `tms-init-test-${purpose}-`;
  sweepLeftovers(prefix);
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function sweepLeftovers(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const owner = Number(name.slice(prefix.length).split('-')[0]);
    if (!isAlive(owner)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH
  }
}
