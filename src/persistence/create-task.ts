/** Creates a task with its steps: one statement, which is one transaction, however many steps there are. */

import { randomUUIDv7 } from 'node:crypto';

import { Refusal } from '../domain/refusal.ts';
import type { Step, StoredRows } from '../domain/rows.ts';
import { cleanText } from './clean-text.ts';
import { canHold } from './column-type.ts';
import { insertion, textOf } from './column-values.ts';
import { type Database, runStatement } from './database.ts';
import { checkLengths, refusalOfInsertion } from './insertable.ts';
import type { NewTask } from './persistence.ts';
import { readSummary } from './read-summary.ts';
import type { TableNames } from './table-names.ts';
import { codeOf } from './unavailable.ts';

const UNIQUE_VIOLATION = '23505';

/** Throws a Refusal `task-exists`, or `task-data-invalid` where the tables do not take such a task. */
export async function createTask(database: Database, task: NewTask): Promise<StoredRows> {
  const { orm, names } = database;
  const taskId = task.taskId ?? newId(names);
  const rows = newRows(names, { ...task, taskId: taskId ?? '' }, new Date().toISOString());
  checkLengths(names, rows);
  const { sql, parameters } = statement(names, rows, taskId);
  try {
    const [created] = await runStatement<{ taskId: string }>(orm.em, sql, parameters);
    return created ? { ...rows, task: { ...rows.task, taskId: created.taskId } } : rows;
  } catch (error) {
    throw error instanceof Error ? await refusalOf(database, taskId, error) : error;
  }
}

/** A version 7 UUID begins with the time, so ids made here sort by it. Null where the database numbers its tasks. */
function newId({ task }: TableNames): string | null {
  const id = randomUUIDv7();
  return canHold(task.types.taskId, id) ? id : null;
}

async function refusalOf(database: Database, taskId: string | null, error: Error): Promise<Error> {
  // An adopted table may have other keys than that of the id.
  if (codeOf(error) === UNIQUE_VIOLATION && taskId !== null && (await readSummary(database, taskId)) !== null) {
    return new Refusal('task-exists', 'There is a task with this id already.', { taskId, cause: error });
  }
  return refusalOfInsertion(error);
}

/** Entities for 10,000 steps would take longer than the database does. The foreign key is checked when all is inserted. */
function statement(names: TableNames, { task, steps }: StoredRows, taskId: string | null) {
  const { task: tasks, step } = names;
  const s = step.columns;
  const parameters: unknown[] = [];
  const add = (value: unknown) => `$${parameters.push(value)}`;
  const column = (name: keyof Step) => add(steps.map((row) => row[name]));
  const { name, status, createdAt, updatedAt } = task;
  const values = { ...(taskId !== null && { taskId }), name, status, createdAt, updatedAt };
  const first = insertion(tasks, values, add);
  const lists = `${column('stepNo')}::int[], ${column('name')}::text[], ${column('script')}::text[], ${column('status')}::${step.types.status.sql}[]`;
  const sql = `
with created as (
  insert into ${tasks.table} as t (${first.columns})
  values (${first.values})
  returning t.${tasks.columns.taskId} as task_id, ${textOf(tasks, 't', 'taskId')} as shown_id
), created_steps as (
  insert into ${step.table} (${s.taskId}, ${s.stepNo}, ${s.name}, ${s.script}, ${s.status})
  select created.task_id, step.*
  from created, unnest(${lists}) as step
  order by 2
)
select shown_id as "taskId" from created`;
  return { sql, parameters };
}

function newRows(
  { task: { columns: t } }: TableNames,
  { taskId, name, steps }: NewTask & { taskId: string },
  at: string,
): StoredRows {
  const fresh = { status: 'PENDING', message: null, startedAt: null, finishedAt: null };
  const times = { createdAt: t.createdAt === null ? null : at, updatedAt: t.updatedAt === null ? null : at };
  return {
    task: { ...fresh, ...times, taskId, name: cleanText(name, null) },
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
