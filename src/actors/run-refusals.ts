/** The refusals of the registry of runs. */

import { Refusal } from '../domain/refusal.ts';

export function alreadyRunning(taskId: string): Refusal {
  return new Refusal('already-running', 'The task is running already.', { taskId });
}

export function heldElsewhere(taskId: string): Refusal {
  return new Refusal('already-running', 'Another instance runs this task.', { taskId });
}

export function notRunning(taskId: string): Refusal {
  return new Refusal('not-running', 'The task is not running, so there is nothing to cancel.', { taskId });
}

export function holderSilent(taskId: string): Refusal {
  return new Refusal('ending', 'The instance that runs this task does not answer; try again soon.', { taskId });
}

export function stillEnding(taskId: string): Refusal {
  return new Refusal('ending', 'The last run of this task is still ending; try again soon.', { taskId });
}

export function tooManyRunning(taskId: string, maxRunning: number): Refusal {
  const detail = `As many tasks run as MAX_RUNNING allows: ${maxRunning}. Try again later.`;
  return new Refusal('too-many-running', detail, { taskId });
}
