/** Logs and counts what becomes of the steps of a run: an event for each that was started or has ended. */

import type { Actor } from 'xstate';

import { countAttempts } from '../domain/log-path.ts';
import type { Step, TaskRows } from '../domain/rows.ts';
import type { Logger } from '../logger.ts';
import type { RunCounts } from './run-counts.ts';
import type { runMachine } from './run-machine.ts';

export function tellSteps(actor: Actor<typeof runMachine>, logger: Logger, counts: RunCounts): void {
  let told: TaskRows | null = null;
  actor.subscribe({
    next: ({ context: { rows } }) => {
      if (told && rows && rows !== told) for (const step of changedSteps(told, rows)) tell(step, logger, counts);
      told = rows;
    },
    // An observer without this would make the actor report its error to the process; whoever waits for its end tells it.
    error: () => null,
  });
}

/** A transition keeps the steps that it does not change as they are. */
function changedSteps(before: TaskRows, after: TaskRows): readonly Step[] {
  return after.steps.filter((step, index) => step !== before.steps[index]);
}

/** Without the message, which has the last line of the script's output in it. */
function tell({ stepNo, status, exitCode, logPath }: Step, logger: Logger, counts: RunCounts): void {
  if (status === 'SUCCESS' || status === 'FAILED') counts.countStep(status);
  const facts = { stepNo, attempt: countAttempts(logPath) };
  if (status === 'RUNNING') logger.debug(facts, 'step.started');
  else if (status === 'FAILED') logger.info({ ...facts, exitCode }, 'step.failed');
  else logger.debug({ ...facts, exitCode }, 'step.succeeded');
}
