/** Makes sure that nothing of any attempt of a step runs, and that no late one can start. */

import { join } from 'node:path';
import process from 'node:process';

import { parseLogPath } from '../domain/log-path.ts';
import type { Interruption } from '../domain/transitions/reset-residue.ts';
import { findLockRemains } from './find-lock-remains.ts';
import { stepLockPath } from './lock/step-lock.ts';
import { putTicket } from './lock/put-ticket.ts';
import { REVOKED } from './lock/ticket.ts';
import { endProcesses, type Remains } from './processes/end-processes.ts';
import { recordPath } from './record/attempt-record.ts';
import { describeRecordedEnd } from './record/describe-recorded-end.ts';
import { readRecord } from './record/read-record.ts';
import type { ScriptsRoom } from './room.ts';
import type { StepKey } from './scripts.ts';

export async function fenceStep(room: ScriptsRoom, step: StepKey, logPath: string | null): Promise<Interruption> {
  const lockPath = stepLockPath(room, step);
  const attemptId = parseLogPath(logPath)?.random ?? null;
  // First of all: a child that takes the lock after the look at its holders finds this.
  if (room.flock !== null) await revokeTicket(room, lockPath);
  const endedProcesses = await endProcesses({
    find: () => findRemains(room, lockPath, attemptId),
    killGraceMs: room.config.killGraceMs,
  });
  // Only now: whoever ends an attempt in order still writes to its record.
  const recordedEnd = attemptId === null || logPath === null ? null : await readRecordedEnd(room, logPath);
  return { endedProcesses, recordedEnd };
}

/** In words without a path: what keeps a fence waiting is shown to people. */
async function revokeTicket(room: ScriptsRoom, lockPath: string): Promise<void> {
  try {
    await putTicket(room, lockPath, REVOKED);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`cannot write the step lock: ${code ?? 'unknown error'}`, { cause: error });
  }
}

/** Holders of the lock, and what closed it but still carries the attempt's id. */
async function findRemains(room: ScriptsRoom, lockPath: string, attemptId: string | null): Promise<Remains> {
  const [locked, marked] = await Promise.all([findLockRemains(room, lockPath), findMarked(room, attemptId)]);
  const byPid = new Map([...locked.processes, ...marked].map((found) => [found.pid, found]));
  return { processes: [...byPid.values()], unseen: locked.unseen };
}

async function findMarked({ readProcesses }: ScriptsRoom, attemptId: string | null) {
  if (attemptId === null) return [];
  const processes = await readProcesses();
  // A script may have started this very service.
  return processes.filter((found) => found.attemptId === attemptId && found.pid !== process.pid);
}

async function readRecordedEnd({ config }: ScriptsRoom, logPath: string): Promise<string | null> {
  const record = await readRecord(recordPath(join(config.logDir, logPath)));
  return record && describeRecordedEnd(record);
}
