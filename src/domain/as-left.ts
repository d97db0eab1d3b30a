/** Whether stored rows are still as a run left them: the proof that nobody else had the task while its claim was in doubt. */

import type { Step, StoredRows, TaskRows } from './rows.ts';
import type { Unit } from './unit.ts';

/** What a run believes of its rows. */
export interface Left {
  /** As last stored; null before they were loaded. */
  readonly rows: TaskRows | null;
  /** What may have been stored since without an answer; null where nothing. */
  readonly unit: Unit | null;
}

/** Only what runs is compared: the task's status, and each step that is RUNNING in either view, with its token. */
export function isAsLeft(stored: StoredRows | null, { rows, unit }: Left): boolean {
  if (rows === null) return true;
  if (stored === null) return false;
  const isTask = [rows.task.status, unit?.task?.to.status].some((status) => status === stored.task.status);
  const wanted = new Map(unit?.steps.map(({ stepNo, to }) => [stepNo, to]));
  const left = new Map(rows.steps.map((step) => [step.stepNo, step]));
  const isStep = (step: Token & { readonly stepNo: number }) =>
    [left.get(step.stepNo), wanted.get(step.stepNo)].some((known) => known && isSame(known, step));
  const concerned = stored.steps.filter(
    ({ stepNo, status }) => status === 'RUNNING' || left.get(stepNo)?.status === 'RUNNING',
  );
  return isTask && concerned.every(isStep) && isEachThere(rows, stored);
}

type Token = Pick<Step<string | null>, 'status' | 'logPath'>;

function isSame(one: Token, other: Token): boolean {
  return one.status === other.status && one.logPath === other.logPath;
}

/** A step that was deleted is found in no comparison of those that are there. */
function isEachThere({ steps }: TaskRows, stored: StoredRows): boolean {
  const there = new Set(stored.steps.map(({ stepNo }) => stepNo));
  return steps.every(({ stepNo, status }) => status !== 'RUNNING' || there.has(stepNo));
}
