/** Every living process that can be read, with what it takes to recognise what an attempt left. */

import { readFileSync } from 'node:fs';

import { listPids } from './list-pids.ts';
import { type ProcessStat, readProcessStat } from '../../platform/process-stat.ts';
import { tryRead } from '../../platform/try-read.ts';

export interface LiveProcess extends ProcessStat {
  /** ATTEMPT_ID in the environment it was started with; null where there is none or it may not be read. */
  readonly attemptId: string | null;
}

const MARKER = /(?:^|\0)ATTEMPT_ID=([^\0]*)/;

/** Without zombies: nothing of them runs any more. */
export async function readProcesses(): Promise<readonly LiveProcess[]> {
  const found: LiveProcess[] = [];
  for await (const pid of listPids()) {
    const stat = readProcessStat(pid);
    if (stat) found.push({ ...stat, attemptId: readMarker(pid) });
  }
  return found;
}

function readMarker(pid: number): string | null {
  const environment = tryRead(() => readFileSync(`/proc/${pid}/environ`, 'latin1'), '');
  return MARKER.exec(environment)?.[1] ?? null;
}
