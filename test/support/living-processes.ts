/** Which processes live whose environment or command line has a text in it, such as the marker of an attempt. */

import { readdirSync, readFileSync } from 'node:fs';

import { parseLogPath } from '../../src/domain/log-path.ts';

/** What the environment of each process of an attempt has in it. */
export function markerOf({ logPath }: { readonly logPath: string }): string {
  return `ATTEMPT_ID=${parseLogPath(logPath)?.random}`;
}

/** Zombies have no environment any more. */
export function livingProcesses(marker: string): readonly number[] {
  return processesWith('environ', marker);
}

/** Those whose command line has a text in it, such as a folder: the database process has no environment. */
export function livingCommands(part: string): readonly number[] {
  return processesWith('cmdline', part);
}

function processesWith(file: 'environ' | 'cmdline', text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && contentOf(`/proc/${name}/${file}`).includes(text))
    .map(Number);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
