/** Deletes a task with its steps: one statement, which is one transaction. Only under the claim of the task, or nobody runs it. */

import { canHold } from './column-type.ts';
import { textOf } from './column-values.ts';
import type { Connected } from './database.ts';
import type { TableNames } from './table-names.ts';
import { codeOf } from './unavailable.ts';

export interface TaskDeletion {
  readonly taskId: string;
  /** What the row says, as it was read under the claim; a row that says something else by now is kept. */
  readonly status: string | null;
  /** The log paths of the steps that may be RUNNING, because they were fenced; with any other one the task is kept. */
  readonly fenced: readonly (string | null)[];
}

/** `kept`: it is not as it was read, or somebody has its row locked now. */
export type DeletionVerdict = 'deleted' | 'kept' | 'absent';

/** Sent again after a commit that is in doubt it says `absent`. */
export async function deleteTask({ run, names }: Connected, deletion: TaskDeletion): Promise<DeletionVerdict> {
  const { taskId, status, fenced } = deletion;
  if (!canHold(names.task.types.taskId, taskId)) return 'absent';
  const paths = fenced.map((path) => path ?? NO_PATH);
  const [row] = await run<{ verdict: DeletionVerdict }>(statement(names), [taskId, status, paths, NO_PATH]);
  return row?.verdict ?? 'kept';
}

const FOREIGN_KEY_VIOLATION = '23503';
const MAY_NOT = '42501';

/** Whether it failed because of rows of other tables: adopted tables may have some that point to theirs. */
export function isReferredTo(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === FOREIGN_KEY_VIOLATION;
}

/** Whether it failed because the role may not delete: of adopted tables that is not asked for at the start. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === MAY_NOT;
}

/** Stands for a log path that is null, which arrays compare with nothing. */
const NO_PATH = '';

/** The foreign key is checked when both are gone. NO KEY UPDATE would let somebody add a step meanwhile. */
function statement({ task, step }: TableNames): string {
  const { table: tasks, columns: t } = task;
  const { table: steps, columns: s } = step;
  // It is compared with columns of two types.
  const id = `$1::${task.types.taskId.sql}`;
  return `
with doomed as (
  select ${t.id} as id, ${t.taskId} as task_id from ${tasks} r
  where ${t.taskId} = ${id} and ${t.status} is not distinct from $2 and not exists (
    select from ${steps} s where s.${s.taskId} = ${id} and s.${s.status} = 'RUNNING'
      and not coalesce(${textOf(step, 's', 'logPath')}, $4) = any($3::text[]))
  for update of r skip locked
), deleted_steps as (
  delete from ${steps} where ${s.taskId} in (select task_id from doomed)
), deleted_task as (
  delete from ${tasks} where ${t.id} in (select id from doomed) returning 1
)
select case when exists (select from deleted_task) then 'deleted'
            when exists (select from ${tasks} where ${t.taskId} = ${id}) then 'kept'
            else 'absent' end as verdict`;
}
