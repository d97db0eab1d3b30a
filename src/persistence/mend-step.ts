/** Gives a step another script: one statement, which is one transaction. Only under the claim of the task. */

import type { Step } from '../domain/rows.ts';
import { cleanText } from './clean-text.ts';
import { canHold } from './column-type.ts';
import { assignments } from './column-values.ts';
import type { Connected } from './database.ts';
import { checkScript, refusalOfInsertion } from './insertable.ts';

export interface StepMending {
  readonly taskId: string;
  readonly stepNo: number;
  /** What the row says, as it was read under the claim; a row that says something else by now is kept. */
  readonly from: Pick<Step, 'status' | 'logPath'>;
  readonly script: string;
  readonly message: string;
  /** ISO 8601. */
  readonly at: string;
}

/** `kept`: it is not as it was read, or somebody has a row locked now. */
export type MendingVerdict = 'mended' | 'kept';

/** Throws a Refusal `task-data-invalid` where the tables do not take such a script. */
export async function mendStep(connected: Connected, mending: StepMending): Promise<MendingVerdict> {
  const script = cleanText(mending.script, null);
  checkScript(connected.names, script);
  if (!canHold(connected.names.task.types.taskId, mending.taskId)) return 'kept';
  const { sql, parameters } = statement(connected, { ...mending, script });
  try {
    const mended = await connected.run(sql, parameters);
    return mended.length > 0 ? 'mended' : 'kept';
  } catch (error) {
    throw error instanceof Error ? refusalOfInsertion(error) : error;
  }
}

/** The task is locked first, as the insertion of a step does. */
function statement({ names, clean }: Connected, { taskId, stepNo, from, script, message, at }: StepMending) {
  const { task, step } = names;
  const { columns: t } = task;
  const { columns: s } = step;
  const parameters: unknown[] = [taskId];
  const add = (value: unknown) => `$${parameters.push(value)}`;
  // It is compared with columns of two types.
  const id = `$1::${task.types.taskId.sql}`;
  const touched = assignments(task, { updatedAt: at }, add);
  const key = `${s.taskId} = ${id} and ${s.stepNo} = ${add(stepNo)}`;
  const sql = `
with mended_task as (
  select ${t.id} as id from ${task.table} where ${t.taskId} = ${id} for no key update skip locked
), mended_step as (
  select 1 from ${step.table}
  where ${key} and ${s.status} = ${add(from.status)} and ${s.logPath} is not distinct from ${add(from.logPath)}
  for no key update skip locked
)${touched === '' ? '' : `, touched as (update ${task.table} set ${touched} where ${t.id} in (select id from mended_task) and exists (select from mended_step))`}
update ${step.table} set ${assignments(step, { script, message: clean(message, 'step') }, add)}
where ${key} and exists (select from mended_task) and exists (select from mended_step)
returning 1`;
  return { sql, parameters };
}
