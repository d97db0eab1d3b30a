/** The log_path of the next attempt of a step. */

import { hash } from 'node:crypto';

import { countAttempts, formatLogPath } from './log-path.ts';
import type { Step } from './rows.ts';

/** Where and by which run attempts are started. */
export interface RunOrigin {
  /** 8 hex digits, see LogPathFacts. */
  readonly place: string;
  /** Unguessable and new for each run; a run starts a step at most once, so a hash of both is unique. */
  readonly seed: string;
}

/** A path never used before. It is derived, not drawn, so that the statechart stays pure. */
export function newLogPath(taskId: string, step: Step, { place, seed }: RunOrigin): string {
  const random = hash('sha256', `${seed}:${step.stepNo}`).slice(0, 16);
  return formatLogPath(taskId, step.stepNo, { attempt: countAttempts(step.logPath) + 1, place, random });
}
