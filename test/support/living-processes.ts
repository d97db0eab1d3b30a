/** Which processes live whose environment has a text in it, such as the marker of an attempt. */

import { readdirSync, readFileSync } from 'node:fs';

import { parseLogPath } from '../../src/domain/log-path.ts';

/** What the environment of each process of an attempt has in it. */
export function markerOf({ logPath }: { readonly logPath: string }): string {
  return `ATTEMPT_ID=${parseLogPath(logPath)?.random}`;
}

/** Zombies have no environment any more. */
export function livingProcesses(marker: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(marker))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
