/** Arguments and values of options that several commands read alike. */

import { Argument, InvalidArgumentError, Option } from 'commander';

const MOST_STEP_NO = 2_147_483_647;
const MOST_PATIENCE_S = 1_000_000;

export function taskArgument(): Argument {
  return new Argument('<task>', 'id of the task');
}

export function tasksArgument(): Argument {
  return new Argument('<task...>', 'ids of the tasks');
}

export function stepArgument(): Argument {
  return new Argument('<step>', 'number of the step').argParser(stepNo);
}

export function fromStepOption(): Option {
  return new Option('--from-step <n>', 'run this step and all later ones again, also those that are SUCCESS').argParser(
    stepNo,
  );
}

/** Of a change by hand; it becomes the message of the step. */
export function reasonOption(): Option {
  return new Option('--reason <text>', 'why, in one line: it becomes the message of the step').makeOptionMandatory();
}

export function watchOption(): Option {
  return new Option('-w, --watch', 'watch the run until it ends; then the exit code tells how: 0 SUCCESS, 1 not');
}

export function patienceOption(): Option {
  return new Option('--patience <seconds>', 'how long the service may be away while it is watched')
    .argParser((text) => wholeNumber(text, 0, MOST_PATIENCE_S))
    .default(60);
}

/** For commander: what it throws becomes one line. */
export function stepNo(text: string): number {
  return wholeNumber(text, 0, MOST_STEP_NO);
}

/** Plain digits within the limits. */
export function wholeNumber(text: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
}
