/** Logs and counts what becomes of the steps of a run: an event for each that was started or has ended. */

import type { Actor } from 'xstate';

import { countAttempts } from '../domain/log-path.ts';
import type { Step, TaskRows } from '../domain/rows.ts';
import type { Logger } from '../logger.ts';
import type { RunCounts } from './run-counts.ts';
import type { runMachine } from './run-machine.ts';

export function tellSteps(actor: Actor<typeof runMachine>, logger: Logger, counts: RunCounts): void {
  let told: TaskRows | null = null;
  const begun = new Set<number>();
  actor.subscribe({
    next: ({ context: { rows } }) => {
      if (told && rows && rows !== told) {
        for (const step of changedSteps(told, rows)) {
          count(step, begun, counts);
          tell(step, logger);
        }
      }
      told = rows;
    },
    // An observer without this would make the actor report its error to the process; whoever waits for its end tells it.
    error: () => null,
  });
}

/** A transition keeps the steps that it does not change as they are. */
function changedSteps(before: TaskRows, after: TaskRows): readonly Step[] {
  return after.steps.filter((step, index) => step !== before.steps[index] && !isSetBack(before.steps[index], step));
}

/** Nothing of it has failed: somebody wants it to be run again. */
function isSetBack(before: Step | undefined, { status }: Step): boolean {
  return before?.status === 'SUCCESS' && status === 'FAILED';
}

/** How long it took is known of steps that this run began: what a dead service had begun ended nobody knows when. */
function count({ stepNo, status, startedAt, finishedAt }: Step, begun: Set<number>, counts: RunCounts): void {
  if (status === 'RUNNING') begun.add(stepNo);
  if (status !== 'SUCCESS' && status !== 'FAILED') return;
  const isTimed = begun.delete(stepNo) && startedAt !== null && finishedAt !== null;
  counts.countStep(status, isTimed ? secondsBetween(startedAt, finishedAt) : null);
}

/** A clock that was set back between the two makes no negative time. */
function secondsBetween(begin: string, end: string): number {
  return Math.max(0, Date.parse(end) - Date.parse(begin)) / 1000;
}

/** Without the message, which has the last line of the script's output in it. */
function tell({ stepNo, status, exitCode, logPath }: Step, logger: Logger): void {
  const facts = { stepNo, attempt: countAttempts(logPath) };
  if (status === 'RUNNING') logger.debug(facts, 'step.started');
  else if (status === 'FAILED') logger.info({ ...facts, exitCode }, 'step.failed');
  else logger.debug({ ...facts, exitCode }, 'step.succeeded');
}
