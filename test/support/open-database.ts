/** An opened database for tests of single verbs, and its rows as the tables have them. */

import { randomUUID } from 'node:crypto';

import type { TableMapping } from '../../src/config/mapping/table-mapping.ts';
import type { Step, StoredRows } from '../../src/domain/rows.ts';
import type { Status } from '../../src/domain/status.ts';
import type { StepChange, TaskChange, Unit } from '../../src/domain/unit.ts';
import { checkTables } from '../../src/persistence/check-tables.ts';
import { messageCleaner } from '../../src/persistence/clean-message.ts';
import { createOrm } from '../../src/persistence/connection-options.ts';
import type { ConnectionTarget } from '../../src/persistence/connection-target.ts';
import { createAbsentTables } from '../../src/persistence/create-tables.ts';
import { createTask } from '../../src/persistence/create-task.ts';
import { type Database, overPool } from '../../src/persistence/database.ts';
import { readTask } from '../../src/persistence/read-task.ts';
import { storeUnit } from '../../src/persistence/store-units.ts';
import { openUnitTexts } from '../../src/persistence/unit-texts.ts';
import { tableNames } from '../../src/persistence/table-names.ts';
import { mask } from './mask.ts';
import { silentLogger } from './silent-logger.ts';

/** The room's inside, with tables. */
export async function openDatabase(
  connection: ConnectionTarget,
  mapping: TableMapping | null = null,
): Promise<Database> {
  const { orm } = createOrm(connection, silentLogger, mapping);
  const mapped = tableNames(orm, mapping);
  if (mapping === null) await createAbsentTables(orm, mapped);
  const { names, lengths } = await checkTables(orm, mapped);
  return { orm, run: overPool(orm), names, unitTexts: openUnitTexts(names), clean: messageCleaner(mask, lengths) };
}

/** A stored task of its own that is RUNNING, with steps that are PENDING. */
export async function makeTask(database: Database, stepCount: number): Promise<StoredRows> {
  const steps = Array.from({ length: stepCount }, (_, n) => ({ name: `step ${n + 1}`, script: `echo ${n + 1}` }));
  const rows = await createTask(database, { taskId: randomUUID(), name: 'a task', steps });
  await storeUnit(database, unitOf(rows, { task: taskChange('PENDING', { status: 'RUNNING' }) }));
  return (await readTask(database, rows.task.taskId)) ?? rows;
}

export const AT = '2026-01-02T03:04:05.678Z';

/** A unit of a task; whatever is not said stays empty. */
export function unitOf(rows: StoredRows, parts: Partial<Pick<Unit, 'steps' | 'task' | 'at'>>): Unit {
  return { taskId: rows.task.taskId, at: AT, steps: [], task: null, ...parts };
}

export function stepChange(
  stepNo: number,
  from: StepChange['from'],
  to: Partial<StepChange['to']> & Pick<Step, 'status'>,
): StepChange {
  const blank = { message: null, logPath: from.logPath, exitCode: null, startedAt: null, finishedAt: null };
  return { stepNo, from, to: { ...blank, ...to } };
}

export function taskChange(from: Status, to: Partial<TaskChange['to']> & { status: Status }): TaskChange {
  return { from, to: { message: null, startedAt: null, finishedAt: null, ...to } };
}
