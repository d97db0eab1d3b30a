/** What execute would do now, and what became of the task so far: facts that words are made of. */

import type { Step, Task } from '../api/answers.ts';
import { INTERRUPTED } from '../ui/status.ts';

export type Plan =
  | { readonly kind: 'no-steps' }
  | { readonly kind: 'all-done'; readonly total: number }
  /** It runs already: execute would start nothing. */
  | (At & { readonly kind: 'runs' })
  /** Nobody runs it although it says RUNNING: whatever is left of the step is ended first. */
  | (At & { readonly kind: 'recover' })
  | (At & { readonly kind: 'resume' })
  | (At & { readonly kind: 'begin' });

interface At {
  readonly stepNo: number;
  readonly name: string;
  readonly total: number;
  /** How many steps are SUCCESS and skipped. */
  readonly skipped: number;
}

export function planOf(task: Task, steps: readonly Step[]): Plan {
  const next = steps.find(({ status }) => status !== 'SUCCESS');
  const total = steps.length;
  if (total === 0) return { kind: 'no-steps' };
  if (!next) return { kind: 'all-done', total };
  const skipped = steps.filter(({ status }) => status === 'SUCCESS').length;
  const at = { stepNo: next.stepNo, name: next.name, total, skipped };
  if (task.active) return { kind: 'runs', ...at };
  if (isInterrupted(task) || steps.some(({ status }) => status === 'RUNNING')) return { kind: 'recover', ...at };
  return { kind: steps.some(({ attempts }) => attempts > 0) ? 'resume' : 'begin', ...at };
}

/** Whether execute would start a run, as far as the rows tell. */
export function startsRun({ kind }: Plan): boolean {
  return kind === 'begin' || kind === 'resume' || kind === 'recover';
}

/** RUNNING in the table, and run by nobody. */
export function isInterrupted({ status, active }: Pick<Task, 'status' | 'active'>): boolean {
  return status === 'RUNNING' && !active;
}

/** The steps as they are shown: what is RUNNING in a task that nobody runs was interrupted. */
export function asShown(task: Task, steps: readonly Step[]): readonly Step[] {
  if (task.active || !steps.some(({ status }) => status === 'RUNNING')) return steps;
  return steps.map((step) => (step.status === 'RUNNING' ? Object.assign({}, step, { status: INTERRUPTED }) : step));
}

/** The step to look at first: what failed, else what runs, else what comes next, else the last one. */
export function stepToLookAt(steps: readonly Step[]): Step | null {
  const first = (status: string) => steps.find((step) => step.status === status);
  return first('FAILED') ?? first('RUNNING') ?? first('PENDING') ?? steps.at(-1) ?? null;
}

/** The message of a failed task begins with the place of the step, and ends with what its script said last. */
export interface Reason {
  readonly cause: string;
  readonly lastOutput: string | null;
}

const LAST_OUTPUT = '; last output: ';

export function readReason(message: string): Reason {
  const at = message.indexOf(LAST_OUTPUT);
  if (at === -1) return { cause: message, lastOutput: null };
  return { cause: message.slice(0, at), lastOutput: message.slice(at + LAST_OUTPUT.length) };
}
