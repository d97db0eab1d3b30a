/** The service is gone: ends the scripts that run and what they started, then this process. */

import process from 'node:process';

import { tellError } from '../../platform/tell.ts';
import { endProcesses, type Remains } from '../processes/end-processes.ts';
import { readProcesses } from '../processes/read-processes.ts';
import type { Launched } from './start-process.ts';

/** Never rejects: nobody is left to hear of it but the next fence, which looks for itself. */
export async function endLaunched(launched: readonly Launched[], killGraceMs: number): Promise<void> {
  try {
    await endProcesses({ find: () => findRemains(launched), killGraceMs });
    process.exit(0);
  } catch (error) {
    tellError(`launcher: ${String(error)}\n`);
    process.exit(1);
  }
}

async function findRemains(launched: readonly Launched[]): Promise<Remains> {
  if (launched.length === 0) return { processes: [], unseen: false };
  const groups = new Set(launched.map(({ pid }) => pid));
  const markers = new Set(launched.flatMap(({ attemptId }) => attemptId ?? []));
  const processes = await readProcesses();
  return {
    processes: processes.filter(
      ({ group, attemptId }) => groups.has(group) || (attemptId !== null && markers.has(attemptId)),
    ),
    unseen: false,
  };
}
