/** The rows of a run, and what was stored of them, in words. */

import { nextStep, runningSteps } from '../../domain/choices.ts';
import { countSuccess } from '../../domain/snapshot.ts';
import type { Unit } from '../../domain/unit.ts';
import { type RunContext, rowsOf } from '../run-context.ts';

/** "2 of 5 steps are SUCCESS". */
export function allSteps(context: RunContext): string {
  if (context.rows === null) return 'its rows';
  const { steps } = context.rows;
  const done = countSuccess(steps);
  return `${done} of ${steps.length} steps ${done === 1 ? 'is' : 'are'} SUCCESS`;
}

/** "step 2": the one that is RUNNING. */
export function runningStep(context: RunContext): string {
  const numbers = runningSteps(rowsOf(context)).map(({ stepNo }) => stepNo);
  return numbers.length === 0 ? 'the step' : describeSteps(numbers);
}

/** "step 2": where a run goes on. */
export function followingStep(context: RunContext): string {
  return `step ${nextStep(rowsOf(context))?.stepNo ?? '?'}`;
}

/** "steps 1 to 3": those before the first that is not SUCCESS. */
export function skippedSteps(context: RunContext): string {
  const { steps } = rowsOf(context);
  const next = steps.findIndex(({ status }) => status !== 'SUCCESS');
  return describeSteps(steps.slice(0, Math.max(next, 0)).map(({ stepNo }) => stepNo));
}

/** "stored: step 1 is SUCCESS, step 2 is RUNNING"; of residue, what it was and became. */
export function describeStored({ steps, task }: Unit): string {
  const [first] = steps;
  if (task?.to.status === 'RUNNING' && first?.from.status === 'RUNNING') {
    const were = steps.length === 1 ? 'was' : 'were';
    return `${describeSteps(steps.map(({ stepNo }) => stepNo))} ${were} RUNNING at start: reset to FAILED`;
  }
  if (task?.to.status === 'RUNNING' && first?.from.status === 'SUCCESS') return describeSetBack(steps);
  const parts = steps.map(({ stepNo, to }) => `step ${stepNo} is ${to.status}`);
  if (task && task.from !== task.to.status) parts.push(`the task is ${task.to.status}`);
  return `stored: ${parts.join(', ') || 'the task as it is'}`;
}

/** Those that are not SUCCESS stand between them, and run again all the same. */
function describeSetBack(steps: Unit['steps']): string {
  return `${describeSteps(steps.map(({ stepNo }) => stepNo))} ${steps.length === 1 ? 'was' : 'were'} SUCCESS: set back, to be run again`;
}

function describeSteps(numbers: readonly number[]): string {
  const [first] = numbers;
  return numbers.length === 1 ? `step ${first}` : `steps ${first} to ${numbers.at(-1)}`;
}
