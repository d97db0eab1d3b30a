/**
 * The statement for a unit that sets back steps, of which there may be thousands: it needs no list of them, and is several
 * times as fast as the one for many units. It can only say "stored" or "not stored"; why not is for the other one.
 */

import type { SetBackUnit } from '../domain/unit.ts';
import { assignments } from './column-values.ts';
import type { Connected } from './database.ts';
import type { LoneUnitStatement } from './lone-unit-statement.ts';

/** Gives the number of rows stored: all of the unit's, or 0. */
export function setBackStatement(
  { names, clean }: Connected,
  { taskId, at, steps, task, setBackFrom }: SetBackUnit,
): LoneUnitStatement {
  const { columns: t, table: tasks, types } = names.task;
  const { columns: s, table: stepsTable } = names.step;
  const parameters: unknown[] = [taskId];
  const add = (value: unknown) => `$${parameters.push(value)}`;
  // It is compared with columns of two types.
  const id = `$1::${types.taskId.sql}`;
  const concerned = `${s.taskId} = ${id} and ${s.stepNo} >= ${add(setBackFrom)} and ${s.status} = 'SUCCESS'`;
  const { status, startedAt, finishedAt, message } = task.to;
  const taskValues = { status, message: clean(message, 'task'), startedAt, finishedAt, updatedAt: at };
  const stepValues = { status: 'FAILED', message: clean(steps[0].to.message, 'step'), exitCode: null };
  const sql = `
with locked_steps as (
  select 1 from ${stepsTable} where ${concerned} for no key update skip locked
), locked_task as (
  select ${t.id} as id from ${tasks} where ${t.taskId} = ${id} and ${t.status} = ${add(task.from)} for no key update skip locked
), complete as (
  select id from locked_task where (select count(*) from locked_steps) = ${add(steps.length)}
), stored_steps as (
  update ${stepsTable} set ${assignments(names.step, stepValues, add)}
  where ${concerned} and exists (select from complete) returning 1
), stored_task as (
  update ${tasks} set ${assignments(names.task, taskValues, add)} where ${t.id} in (select id from complete) returning 1
)
select ((select count(*) from stored_steps) + (select count(*) from stored_task))::int as rows`;
  return { sql, parameters };
}
