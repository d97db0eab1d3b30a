/**
 * The statement for one unit of few rows, about twice as fast as the one for many: it locks each row by plain
 * conditions and updates them all or none. It can only say "stored" or "not stored"; why not is for the other one.
 */

import type { StepChange, TaskChange, Unit } from '../domain/unit.ts';
import type { CleanMessage } from './clean-message.ts';
import { assignments } from './column-values.ts';
import type { TableNames } from './table-names.ts';

export interface LoneUnitStatement {
  readonly sql: string;
  readonly parametersOf: (unit: Unit, clean: CleanMessage) => unknown[];
}

/** What units are alike in that have the same statement. */
export interface UnitShape {
  readonly steps: number;
  readonly hasTask: boolean;
}

/** A parameter of the statement, as it is found in a unit. */
type Read = (unit: Unit, clean: CleanMessage) => unknown;

/** Gives the number of rows stored: all of the unit's, or 0. */
export function loneUnitStatement(names: TableNames, { steps, hasTask }: UnitShape): LoneUnitStatement {
  const reads: Read[] = [({ taskId }) => taskId];
  const add = (read: Read) => `$${reads.push(read)}`;
  const rows: Row[] = Array.from({ length: steps }, (_, n) => ({ name: `step_${n}`, ...stepRow(names, n, add) }));
  if (hasTask) rows.push({ name: 'task', ...taskRow(names, add) });
  const isTaskRunning = hasTask ? '' : ` and exists (${runningTask(names)})`;
  const locked = rows.map(({ name, lock }) => `${name} as (${lock} for no key update skip locked)`);
  const stored = rows.map(({ name, update, isLocked }) => {
    const others = rows.filter((other) => other.name !== name);
    const all = [...others.map((other) => ` and exists (select from ${other.name})`), isTaskRunning].join('');
    return `stored_${name} as (${update} where ${isLocked(name)}${all} returning 1)`;
  });
  const count = rows.map(({ name }) => `(select count(*) from stored_${name})`).join(' + ');
  return {
    sql: `with ${[...locked, ...stored].join(', ')} select (${count})::int as rows`,
    parametersOf: (unit, clean) => reads.map((read) => read(unit, clean)),
  };
}

interface Row {
  readonly name: string;
  readonly lock: string;
  readonly update: string;
  /** The condition that a row is the one that was locked under this name. */
  readonly isLocked: (name: string) => string;
}

/** The id of the task: its type cannot be told from two columns that it is compared with. */
function idOf({ task }: TableNames): string {
  return `$1::${task.types.taskId.sql}`;
}

/** Somebody may have ended the task by hand. */
function runningTask(names: TableNames): string {
  const { table, columns } = names.task;
  return `select from ${table} where ${columns.taskId} = ${idOf(names)} and ${columns.status} = 'RUNNING'`;
}

type Add = (read: Read) => string;

function stepRow(names: TableNames, n: number, add: Add): Omit<Row, 'name'> {
  const { table, columns: c } = names.step;
  const of = (read: (change: StepChange, clean: CleanMessage) => unknown): Read => {
    return ({ steps }, clean) => read(steps[n] ?? missing(), clean);
  };
  const key = `${c.taskId} = ${idOf(names)} and ${c.stepNo} = ${add(of(({ stepNo }) => stepNo))}`;
  const lock =
    `select ${c.id ?? c.stepNo} from ${table} where ${key}` +
    ` and ${c.status} = ${add(of(({ from }) => from.status))}` +
    ` and ${c.logPath} is not distinct from ${add(of(({ from }) => from.logPath))}`;
  const values = {
    status: of(({ to }) => to.status),
    message: of(({ to }, clean) => clean(to.message, 'step')),
    logPath: of(({ to }) => to.logPath),
    exitCode: of(({ to }) => to.exitCode),
    startedAt: of(({ to }) => to.startedAt),
    finishedAt: of(({ to }) => to.finishedAt),
  };
  const update = `update ${table} set ${assignments(names.step, values, add)}`;
  const { id } = c;
  return {
    lock,
    update,
    isLocked: (name) =>
      id === null ? `${key} and exists (select from ${name})` : `${id} = (select ${id} from ${name})`,
  };
}

function taskRow(names: TableNames, add: Add): Omit<Row, 'name'> {
  const { table, columns: c } = names.task;
  const from = add(inTask((change) => change.from));
  const lock = `select ${c.id} from ${table} where ${c.taskId} = ${idOf(names)} and ${c.status} = ${from}`;
  const values = {
    status: inTask(({ to }) => to.status),
    message: inTask(({ to }, clean) => clean(to.message, 'task')),
    startedAt: inTask(({ to }) => to.startedAt),
    finishedAt: inTask(({ to }) => to.finishedAt),
    updatedAt: ({ at }: Unit) => at,
  };
  const update = `update ${table} set ${assignments(names.task, values, add)}`;
  return { lock, update, isLocked: (name) => `${c.id} = (select ${c.id} from ${name})` };
}

function inTask(read: (change: TaskChange, clean: CleanMessage) => unknown): Read {
  return ({ task }, clean) => read(task ?? missing(), clean);
}

function missing(): never {
  throw new Error('the unit has another shape than its statement');
}
