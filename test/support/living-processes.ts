/** Which processes live whose environment has a text in it. */

import { readdirSync, readFileSync } from 'node:fs';

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
