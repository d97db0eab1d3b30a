/** Which processes live whose environment or command line has a text in it, such as the marker of an attempt. */

import { readdirSync, readFileSync } from 'node:fs';

import { parseLogPath } from '../../src/domain/log-path.ts';

/** What the environment of each process of an attempt has in it. */
export function markerOf({ logPath }: { readonly logPath: string }): string {
  return `ATTEMPT_ID=${parseLogPath(logPath)?.random}`;
}

/** Zombies have no environment any more. */
export function livingProcesses(marker: string): readonly number[] {
  return processesWith('environ', marker).map(({ pid }) => pid);
}

/** With the environment of each as it was in the very look that found it: it may end before another one. */
export function livingEnvironments(marker: string): readonly LivingProcess[] {
  return processesWith('environ', marker);
}

/** Those whose command line has a text in it, such as a folder: the database process has no environment. */
export function livingCommands(part: string): readonly number[] {
  return processesWith('cmdline', part).map(({ pid }) => pid);
}

interface LivingProcess {
  readonly pid: number;
  /** Of the file that was looked at. */
  readonly content: string;
}

function processesWith(file: 'environ' | 'cmdline', text: string): readonly LivingProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), content: contentOf(`/proc/${name}/${file}`) }))
    .filter(({ content }) => content.includes(text));
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
