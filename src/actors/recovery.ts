/** What becomes of residue found at the start: it is told and, where that is asked for, settled or resumed. */

import { setImmediate as nextTurn } from 'node:timers/promises';

import { Refusal } from '../domain/refusal.ts';
import { pause, readResidue, type ResidueSource } from './read-residue.ts';
import { openShare, type Share } from './share-of-slots.ts';
import type { TaskSupervisor } from './supervisor.ts';

export interface RecoveryOptions extends Omit<ResidueSource, 'supervisor' | 'pauseMs' | 'stopping'> {
  readonly supervisor: Pick<TaskSupervisor, 'recover' | 'view' | 'noteResidue'>;
  readonly recovery: 'off' | 'settle' | 'resume';
  readonly maxRunning: number;
  readonly pauseMs?: number;
}

export interface Recovery {
  /** Begins in the background; nothing waits for it. */
  begin(): void;
  /** Takes up no further task; what it has begun belongs to the supervisor. */
  stop(): void;
}

/** How many ids the log line has. */
const MOST_TOLD = 20;

const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 300_000;

export function openRecovery(options: RecoveryOptions): Recovery {
  const stopping = new AbortController();
  const source = { pauseMs: PAUSE_MS, ...options, stopping: stopping.signal };
  const run = async () => {
    const found = await tell(source);
    if (options.recovery !== 'off' && found !== 0) await recoverAll(source, options.recovery);
  };
  return {
    begin: () => void run().catch((error: unknown) => options.logger.error({ err: error }, 'recovery.failed')),
    stop: () => stopping.abort(),
  };
}

type Source = RecoveryOptions & ResidueSource;

/** Null where the service ended before all were counted. */
async function tell(source: Source): Promise<number | null> {
  let count = 0;
  const taskIds: string[] = [];
  for await (const taskId of readResidue(source)) {
    count += 1;
    if (taskIds.length < MOST_TOLD) taskIds.push(taskId);
  }
  if (source.stopping.aborted) return null;
  source.supervisor.noteResidue(count);
  if (count > 0) source.logger.warn({ count, taskIds, recovery: source.recovery }, 'residue.found');
  return count;
}

/** Again, at growing intervals, as long as the database was not there for some of them. */
async function recoverAll(source: Source, recovery: 'settle' | 'resume'): Promise<void> {
  const share = openShare(source.maxRunning);
  let pauseMs = source.pauseMs;
  while ((await recoverOnce(source, recovery, share)) > 0 && !source.stopping.aborted) {
    await pause(pauseMs, source.stopping);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** Takes up one task after the other. Gives how many have to be tried again. */
async function recoverOnce(source: Source, recovery: 'settle' | 'resume', share: Share): Promise<number> {
  let putOff = 0;
  for await (const taskId of readResidue(source)) {
    await share.free();
    // Requests that wait come before the next task.
    await nextTurn();
    if (source.stopping.aborted) break;
    if (!(await recoverTask(source, { taskId, recovery, share }))) putOff += 1;
  }
  return putOff;
}

interface Found {
  readonly taskId: string;
  readonly recovery: 'settle' | 'resume';
  readonly share: Share;
}

/** False where it has to be tried again later. An error of one task is told and stops no other. */
async function recoverTask(source: Source, { taskId, recovery, share }: Found): Promise<boolean> {
  const { supervisor, logger, pauseMs, stopping } = source;
  while (!stopping.aborted) {
    try {
      const run = await supervisor.recover(taskId, recovery);
      if (run) share.take(run.ended);
      return true;
    } catch (error) {
      const code = error instanceof Refusal ? error.code : null;
      if (code === 'shutting-down') return true;
      if (code !== 'too-many-running') {
        logger.warn({ taskId, err: error }, 'residue.not-recovered');
        return code !== 'database-unavailable';
      }
    }
    // Callers have the slots.
    await pause(pauseMs, stopping);
  }
  return true;
}
