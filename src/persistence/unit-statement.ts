/**
 * The statement that stores any number of units at once and says of each what it came to.
 *
 * It locks the rows that are still as their unit expects them, counts, and updates only units whose rows are all locked:
 * a unit stands or falls as a whole. A unit of steps alone also falls where its task is RUNNING no more. NO KEY UPDATE, because FOR UPDATE would collide with the key-share lock that the
 * insertion of a step takes on its task. RETURNING gives the unit's number, not the row's: of two updates of one row in
 * one statement PostgreSQL drops one silently.
 */

import type { Unit } from '../domain/unit.ts';
import type { CleanMessage } from './clean-message.ts';
import { assignments } from './column-values.ts';
import type { TableName, TableNames } from './table-names.ts';

/** What is written, of a locked row that is called `l`. */
const STEP_VALUES = {
  status: 'l.status',
  message: 'l.message',
  logPath: 'l.log_path',
  exitCode: 'l.exit_code',
  startedAt: 'l.started_at',
  finishedAt: 'l.finished_at',
};
const TASK_VALUES = {
  status: 'l.status',
  message: 'l.message',
  startedAt: 'l.started_at',
  finishedAt: 'l.finished_at',
  updatedAt: 'l.updated_at',
};

/**
 * As a join, of which the planner expects one row, it would go through all units for each row. As an array it is made once,
 * also where a row was changed meanwhile and PostgreSQL looks at the condition again: then parts of the unit are stored already.
 */
const IS_COMPLETE = 'l.unit = any(array(select unit from complete))';

export function unitStatement({ task, step }: TableNames): string {
  const [s, t] = [step.columns, task.columns];
  const [id, taskStatus, stepStatus] = [task.types.taskId.sql, task.types.status.sql, step.types.status.sql];
  return `
with step_change as (
  select * from unnest($1::int[], $2::${id}[], $3::int[], $4::${stepStatus}[], $5::text[], $6::${stepStatus}[], $7::text[], $8::text[],
                       $9::int[], $10::timestamptz[], $11::timestamptz[])
    as c (unit, task_id, step_no, from_status, from_log_path, status, message, log_path, exit_code, started_at, finished_at)
), task_change as (
  select * from unnest($12::int[], $13::${id}[], $14::${taskStatus}[], $15::${taskStatus}[], $16::text[], $17::timestamptz[],
                       $18::timestamptz[], $19::timestamptz[])
    as c (unit, task_id, from_status, status, message, started_at, finished_at, updated_at)
), of_running_task as (
  select unit from task_change
  union all
  select c.unit
  from (select distinct unit, task_id from step_change) c join ${task.table} r on r.${t.taskId} = c.task_id
  where r.${t.status} = 'RUNNING' and c.unit not in (select unit from task_change)
), locked_step as (
  select c.*, r.${s.id ?? s.stepNo} as row_id
  from step_change c join of_running_task using (unit)
    join ${step.table} r on r.${s.taskId} = c.task_id and r.${s.stepNo} = c.step_no
  where r.${s.status} = c.from_status and r.${s.logPath} is not distinct from c.from_log_path
  for no key update of r skip locked
), locked_task as (
  select c.*, r.${t.id} as row_id
  from task_change c join ${task.table} r on r.${t.taskId} = c.task_id
  where r.${t.status} = c.from_status
  for no key update of r skip locked
), locked as (
  select unit, count(*) as rows
  from (select unit from locked_step union all select unit from locked_task) l group by unit
), wanted as (
  select unit, count(*) as rows
  from (select unit from step_change union all select unit from task_change) w group by unit
), complete as (
  select unit from wanted join locked using (unit, rows)
), stored_step as (
  update ${step.table} r
  set ${assignments(step, STEP_VALUES, String)}
  from locked_step l
  where ${s.id === null ? `r.${s.taskId} = l.task_id and r.${s.stepNo} = l.step_no` : `r.${s.id} = l.row_id`}
    and ${IS_COMPLETE}
  returning l.unit
), stored_task as (
  update ${task.table} r
  set ${assignments(task, TASK_VALUES, String)}
  from locked_task l
  where r.${t.id} = l.row_id and ${IS_COMPLETE}
  returning l.unit
), stored as (
  select unit
  from (select unit, count(*) as rows
        from (select unit from stored_step union all select unit from stored_task) r group by unit) s
    join wanted using (unit, rows)
), seen as (
  select unit, expected and unit in (select unit from of_running_task) as expected, wanted
  from (${seenRows('step_change', step, [s.stepNo, 'step_no'], [s.logPath, 'log_path'])}) as seen_step
  union all
  ${seenRows('task_change', task)}
)
select w.unit,
  case when v.unit is null then 'stored'
       when v.all_expected then 'busy'
       when v.all_wanted then 'already'
       else 'lost' end as verdict
from wanted w
  left join (select unit, bool_and(expected) as all_expected, bool_and(wanted) as all_wanted from seen group by unit) v using (unit)`;
}

/** How the rows of what was not stored were when the statement began, whoever had them locked; timestamps are not compared. */
function seenRows(
  change: string,
  { table, columns }: TableName<'taskId' | 'status'>,
  key?: readonly [string, string],
  token?: readonly [string, string],
): string {
  const isToken = (prefix: string) => (token ? ` and r.${token[0]} is not distinct from c.${prefix}${token[1]}` : '');
  const is = (prefix: string) => `coalesce(r.${columns.status} = c.${prefix}status${isToken(prefix)}, false)`;
  return `select c.unit, ${is('from_')} as expected, ${is('')} as wanted
  from ${change} c left join ${table} r on r.${columns.taskId} = c.task_id${key ? ` and r.${key[0]} = c.${key[1]}` : ''}
  where c.unit not in (select unit from stored)`;
}

/** One array for each column of the two lists of changes; a unit is numbered by its place in the array. */
export function unitParameters(units: readonly Unit[], clean: CleanMessage): unknown[] {
  const steps = units.flatMap((unit, number) => stepChanges(unit, number, clean));
  const tasks = units.flatMap((unit, number) => taskChange(unit, number, clean));
  return [...columnsOf(steps, 11), ...columnsOf(tasks, 8)];
}

function stepChanges({ taskId, steps }: Unit, number: number, clean: CleanMessage): unknown[][] {
  return steps.map(({ stepNo, from, to }) => {
    const { status, logPath, exitCode, startedAt, finishedAt } = to;
    const result = [status, clean(to.message, 'step'), logPath, exitCode, startedAt, finishedAt];
    return [number, taskId, stepNo, from.status, from.logPath, ...result];
  });
}

function taskChange({ taskId, at, task }: Unit, number: number, clean: CleanMessage): unknown[][] {
  if (!task) return [];
  const { status, message, startedAt, finishedAt } = task.to;
  return [[number, taskId, task.from, status, clean(message, 'task'), startedAt, finishedAt, at]];
}

function columnsOf(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}
