/** The last resort for a run whose statechart itself broke: its script is ended and the task stored as FAILED. */

import { setTimeout as wait } from 'node:timers/promises';

import { runningSteps } from '../domain/choices.ts';
import { Refusal } from '../domain/refusal.ts';
import type { TaskRows } from '../domain/rows.ts';
import type { Stop } from '../domain/stop.ts';
import { endRun } from '../domain/transitions/end-run.ts';
import { applyUnit } from '../domain/unit.ts';
import type { Logger } from '../logger.ts';
import { ClaimGone } from '../persistence/claims/claims.ts';
import type { RunInput } from './run-context.ts';
import type { RunEffects } from './run-effects.ts';

const PAUSE_MS = 1000;

export interface BrokenRun {
  readonly logger: Logger;
  readonly input: RunInput;
  readonly error: unknown;
  readonly abandoned: AbortSignal;
}

/** The rows at the end; null where there is nothing to end. Goes on while the database is away, unless it is abandoned. */
export async function rescueRun(effects: RunEffects, broken: BrokenRun): Promise<TaskRows | null> {
  const { logger, input, error, abandoned: signal } = broken;
  while (!signal.aborted) {
    try {
      const { rows, at } = await effects.loadTask(input, signal);
      if (rows.task.status !== 'RUNNING') return rows;
      await effects.fenceSteps({ taskId: input.taskId, steps: runningSteps(rows) }, signal);
      const unit = endRun(rows, faultOf(error, at));
      const { verdict } = await effects.storeOverClaim({ unit }, signal);
      if (verdict === 'stored' || verdict === 'already') return applyUnit(rows, unit);
    } catch (fault) {
      if (fault instanceof ClaimGone) return null;
      if (fault instanceof Refusal && fault.code !== 'database-unavailable') return null;
      logger.error({ err: fault }, 'run.not-rescued');
    }
    await wait(PAUSE_MS, null, { signal }).catch(() => null); // Abandoned.
  }
  return null;
}

function faultOf(error: unknown, at: string): Stop {
  return { cause: 'fault', why: error instanceof Error ? error.message : String(error), at };
}
