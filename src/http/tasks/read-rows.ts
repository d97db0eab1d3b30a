/** A task as a caller may see it: where it runs here what was last stored, else what the tables hold. */

import { taskNotFound } from '../../domain/refusal.ts';
import type { StoredRows, Task } from '../../domain/rows.ts';
import type { SmallTask } from '../../persistence/read-task.ts';
import type { TaskSummary } from '../../persistence/persistence.ts';
import type { Rooms } from '../rooms.ts';
import { SMALL } from './large-tasks.ts';
import type { Holder, Seen, SeenRows } from './seen-rows.ts';
import { summaryOf } from './summary-of.ts';

type Readers = Pick<Rooms, 'persistence' | 'supervisor'>;

/** With all steps, those of a large task when it is the turn of that. Throws a Refusal `task-not-found`. */
export async function readRows(rooms: Readers & Pick<Rooms, 'largeReads'>, taskId: string): Promise<SeenRows> {
  const { persistence } = rooms;
  const small = { ofRun: asTheyAre, ofTable: () => persistence.readSmallTask(taskId, SMALL) };
  const { rows, holder } = await see<SmallTask>(rooms, taskId, small);
  const { task, steps } = rows;
  if (steps) return { rows: { task, steps }, holder };
  return rooms.largeReads(taskId, () =>
    see(rooms, taskId, { ofRun: asTheyAre, ofTable: () => persistence.readTask(taskId) }),
  );
}

/** With the step of this number, or more of them. Throws a Refusal `task-not-found`. */
export function readStepRow(rooms: Readers, taskId: string, stepNo: number): Promise<SeenRows> {
  return see(rooms, taskId, { ofRun: asTheyAre, ofTable: () => rooms.persistence.readStep(taskId, stepNo) });
}

/** With the counts of its steps. Throws a Refusal `task-not-found`. */
export function readSummary(rooms: Readers, taskId: string): Promise<Seen<TaskSummary>> {
  return see(rooms, taskId, { ofRun: summaryOf, ofTable: () => rooms.persistence.readSummary(taskId) });
}

const asTheyAre = (rows: StoredRows) => rows;

interface Sources<Rows> {
  /** From what the run that is here has stored. */
  readonly ofRun: (rows: StoredRows) => Rows;
  readonly ofTable: () => Promise<Rows | null>;
}

interface WithTask {
  readonly task: Task<string | null>;
}

async function see<Rows extends WithTask>(rooms: Readers, taskId: string, sources: Sources<Rows>): Promise<Seen<Rows>> {
  const seen = await look(rooms, taskId, sources);
  // A run that began and ended while its row was read would look interrupted; read again, its end is stored.
  return seen.holder === null && seen.rows.task.status === 'RUNNING' ? look(rooms, taskId, sources) : seen;
}

async function look<Rows extends WithTask>(
  { persistence, supervisor }: Readers,
  taskId: string,
  { ofRun, ofTable }: Sources<Rows>,
): Promise<Seen<Rows>> {
  const before = supervisor.view(taskId);
  if (before) return { rows: ofRun(before.rows), holder: before };
  const rows = await ofTable();
  const isRunning = rows?.task.status === 'RUNNING';
  const owners = isRunning ? await persistence.claims.findOwners([taskId]) : NOBODY;
  // A run that began here meanwhile knows better.
  const view = supervisor.view(taskId);
  if (view) return { rows: ofRun(view.rows), holder: view };
  if (rows === null) throw taskNotFound(taskId);
  return { rows, holder: holderOf(owners, taskId) };
}

const NOBODY: ReadonlyMap<string, string> = new Map();

/** Of a task that is held by another instance. */
export function holderOf(owners: ReadonlyMap<string, string>, taskId: string): Holder | null {
  const owner = owners.get(taskId);
  return owner === undefined ? null : { owner, note: null };
}
