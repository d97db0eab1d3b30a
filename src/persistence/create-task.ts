/** Creates a task with its steps: one statement, which is one transaction, however many steps there are. */

import { Refusal } from '../domain/refusal.ts';
import type { Step, StoredRows } from '../domain/rows.ts';
import { cleanText } from './clean-text.ts';
import { type Database, runStatement } from './database.ts';
import type { NewTask } from './persistence.ts';
import type { TableNames } from './table-names.ts';
import { codeOf } from './unavailable.ts';

const UNIQUE_VIOLATION = '23505';

/** Throws a Refusal `task-exists`. */
export async function createTask({ orm, names }: Database, task: NewTask): Promise<StoredRows> {
  const rows = newRows(task, new Date().toISOString());
  try {
    await runStatement(orm.em, statement(names), parameters(rows));
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) !== UNIQUE_VIOLATION) throw error;
    const { taskId } = rows.task;
    throw new Refusal('task-exists', 'There is a task with this id already.', { taskId, cause: error });
  }
  return rows;
}

/** Entities for 10,000 steps would take longer than the database does. The foreign key is checked when all is inserted. */
function statement({ task: { table: tasks, columns: t }, step: { table: steps, columns: s } }: TableNames): string {
  return `
with created as (
  insert into ${tasks} (${t.taskId}, ${t.name}, ${t.status}, ${t.createdAt}, ${t.updatedAt})
  values ($1, $2, $3, $4, $4)
  returning ${t.taskId} as task_id
)
insert into ${steps} (${s.taskId}, ${s.stepNo}, ${s.name}, ${s.script}, ${s.status})
select created.task_id, step.*
from created, unnest($5::int[], $6::text[], $7::text[], $8::text[]) as step
order by 2`;
}

function parameters({ task, steps }: StoredRows): unknown[] {
  const column = <Name extends keyof Step<string | null>>(name: Name) => steps.map((step) => step[name]);
  const { taskId, name, status, createdAt } = task;
  return [taskId, name, status, createdAt, column('stepNo'), column('name'), column('script'), column('status')];
}

function newRows({ taskId, name, steps }: NewTask, at: string): StoredRows {
  const fresh = { status: 'PENDING', message: null, startedAt: null, finishedAt: null };
  return {
    task: { ...fresh, taskId, name: cleanText(name, null), createdAt: at, updatedAt: at },
    steps: steps.map((step, index) => ({
      stepNo: index + 1,
      name: cleanText(step.name, null),
      script: cleanText(step.script, null),
      status: 'PENDING',
      message: null,
      logPath: null,
      exitCode: null,
      startedAt: null,
      finishedAt: null,
    })),
  };
}
