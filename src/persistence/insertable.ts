/** Whether the tables take a new task or script, and in words why not: those of another program may be narrower or want more. */

import { Refusal } from '../domain/refusal.ts';
import type { StoredRows } from '../domain/rows.ts';
import { canHold, type ColumnType } from './column-type.ts';
import type { TableNames } from './table-names.ts';
import { codeOf } from './unavailable.ts';

/** Throws a Refusal `task-data-invalid`. A task whose id is empty gets one of the database. */
export function checkLengths(
  { task: { types: t }, step: { types: s } }: TableNames,
  { task, steps }: StoredRows,
): void {
  const { taskId } = task;
  if (taskId !== '' && !canHold(t.taskId, taskId))
    throw notTaken(`The tables have another kind of id: ${t.taskId.sql}`);
  const texts: [string, ColumnType, string][] = [
    ['taskId', t.taskId, taskId],
    ['name', t.name, task.name],
    ...steps.flatMap<[string, ColumnType, string]>(({ name, script }, index) => [
      [`steps.${index}.name`, s.name, name],
      [`steps.${index}.script`, s.script, script ?? ''],
    ]),
  ];
  const long = texts.find(([, { length }, text]) => length !== null && isLonger(text, length));
  if (long) throw notTaken(`${long[0]} is too long for the tables, which hold ${long[1].length} characters`);
}

/** The same of another script for a step. */
export function checkScript({ step: { types } }: TableNames, script: string): void {
  const { length } = types.script;
  if (length !== null && isLonger(script, length))
    throw notTaken(`script is too long for the tables, which hold ${length} characters`);
}

/** In code points, as PostgreSQL counts them. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && Array.from(text).length > most;
}

/** What pg tells of an error beside its code. */
interface DatabaseError extends Error {
  readonly column?: string;
  readonly constraint?: string;
}

/** Constraints, and values that a column does not take; any other error as it is. */
export function refusalOfInsertion(error: DatabaseError): Error {
  if (!/^2[23]/.test(codeOf(error) ?? '')) return error;
  const { column, constraint } = error;
  const what = column === undefined ? `the constraint ${constraint ?? 'of a column'}` : `the column ${column}`;
  return notTaken(`The tables want more of a task than the service knows: ${what}`, error);
}

function notTaken(what: string, cause?: Error): Refusal {
  return new Refusal('task-data-invalid', `${what}.`, { reason: 'not-insertable', cause });
}
