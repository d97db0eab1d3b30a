/** Reads a task with its steps by one statement, so that both are of one moment. */

import type { Step, StoredRows, Task } from '../domain/rows.ts';
import { canHold } from './column-type.ts';
import { numberOf, textOf, timeOf } from './column-values.ts';
import type { StepColumn } from './columns.ts';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { TableNames } from './table-names.ts';
import { taskColumns, type TaskRow, toTask } from './task-row.ts';

/** A task, and its steps unless it is larger than was asked for. */
export interface SmallTask {
  readonly task: Task<string | null>;
  readonly steps: StoredRows['steps'] | null;
}

export interface TaskSize {
  readonly steps: number;
  /** Of the scripts and messages of all steps together. */
  readonly scriptBytes: number;
}

export async function readTask(database: Database, taskId: string): Promise<StoredRows | null> {
  return toRows(await read(database, { where: '', columns: '' }, [taskId]));
}

/** So many at most belong to a task that may be read where others wait behind it. */
const FEW_ROWS = 500;

/** For a connection that many share. */
export function fewRowsStatement(names: TableNames): string {
  return `${statement(names, { where: '', columns: '' })} limit ${FEW_ROWS + 1}`;
}

/** What that statement gave; undefined where the task has more rows. */
export function fewRows(rows: readonly Row[]): StoredRows | null | undefined {
  return rows.length > FEW_ROWS ? undefined : toRows(rows);
}

/** With the one step of that number, where it is there. */
export async function readStep(database: Database, taskId: string, stepNo: number): Promise<StoredRows | null> {
  const where = `and s.${database.names.step.columns.stepNo} = $2`;
  return toRows(await read(database, { where, columns: '' }, [taskId, stepNo]));
}

export async function readSmallTask(database: Database, taskId: string, most: TaskSize): Promise<SmallTask | null> {
  const isSmall = `(sized.steps <= $2 and sized.bytes <= $3)`;
  const choice = { join: sizeOf(database.names), columns: `${isSmall} as "isSmall", `, where: `and ${isSmall}` };
  const rows = await read(database, choice, [taskId, most.steps, most.scriptBytes]);
  const whole = toRows(rows);
  return whole && { task: whole.task, steps: rows[0]?.isSmall ? whole.steps : null };
}

interface Choice {
  /** More columns. */
  readonly columns: string;
  /** Which steps. */
  readonly where: string;
  readonly join?: string;
}

async function read({ run, names }: Database, choice: Choice, parameters: readonly unknown[]): Promise<readonly Row[]> {
  if (!canHold(names.task.types.taskId, String(parameters[0]))) return [];
  return run<Row>(statement(names, choice), parameters);
}

/** A task without steps is one row whose step is all null. Entities for 10,000 steps would cost 300 ms. */
function statement(names: TableNames, { columns, where, join = '' }: Choice): string {
  const { table: tasks, columns: t } = names.task;
  const { table: steps, columns: s } = names.step;
  return `
select ${columns}${taskColumns(names)}, ${stepColumns(names)}
from ${tasks} t ${join} left join ${steps} s on s.${s.taskId} = t.${t.taskId} ${where}
where t.${t.taskId} = $1
order by s.${s.stepNo}${s.id === null ? '' : `, s.${s.id}`}`;
}

function stepColumns({ step }: TableNames): string {
  const text = (column: StepColumn) => textOf(step, 's', column);
  return `${numberOf(step, 's', 'stepNo')} as "stepNo", coalesce(${text('name')}, '') as "name", ${text('script')} as "script",
  ${text('status')} as "status", ${text('message')} as "message", ${text('logPath')} as "logPath",
  ${numberOf(step, 's', 'exitCode')} as "exitCode",
  ${timeOf(step, 's', 'startedAt')} as "startedAt", ${timeOf(step, 's', 'finishedAt')} as "finishedAt"`;
}

/** Lengths are known without the texts, which may be packed and elsewhere. */
function sizeOf({ task: { columns: t }, step: { table: steps, columns: s } }: TableNames): string {
  const bytes = [s.script, s.message].map((column) => `coalesce(octet_length(s.${column}), 0)`).join(' + ');
  return `cross join lateral (
  select count(*) as steps, coalesce(sum(${bytes}), 0) as bytes from ${steps} s where s.${s.taskId} = t.${t.taskId}
) sized`;
}

/** As the statement gives it; times are text. */
export interface Row extends TaskRow, Omit<Step<string | null>, 'stepNo'> {
  readonly stepNo: number | null;
  readonly isSmall?: boolean;
}

function toRows(rows: readonly Row[]): StoredRows | null {
  const [first] = rows;
  return first ? { task: toTask(first), steps: rows.flatMap((row) => toStep(row) ?? []) } : null;
}

function toStep(row: Row): Step<string | null> | null {
  const { stepNo, name, script, status, message, logPath, exitCode } = row;
  if (stepNo === null) return null;
  const times = { startedAt: isoTime(row.startedAt), finishedAt: isoTime(row.finishedAt) };
  return { stepNo, name, script, status, message, logPath, exitCode, ...times };
}
