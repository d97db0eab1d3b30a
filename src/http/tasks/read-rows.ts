/** The rows of a task as a caller may see them: of a task that runs here what was last stored, of any other the table. */

import type { LiveView } from '../../actors/runs.ts';
import { taskNotFound } from '../../domain/refusal.ts';
import type { StoredRows } from '../../domain/rows.ts';
import type { Rooms } from '../rooms.ts';

export interface SeenRows {
  readonly rows: StoredRows;
  /** The run that holds the task; undefined where none does here. */
  readonly view: LiveView | undefined;
}

type Readers = Pick<Rooms, 'persistence' | 'supervisor'>;

/** Throws a Refusal `task-not-found`. */
export async function readRows(rooms: Readers, taskId: string): Promise<SeenRows> {
  const seen = await look(rooms, taskId);
  // A run that began and ended while its row was read would look interrupted; read again, its end is stored.
  return seen.view === undefined && seen.rows.task.status === 'RUNNING' ? look(rooms, taskId) : seen;
}

async function look({ persistence, supervisor }: Readers, taskId: string): Promise<SeenRows> {
  const before = supervisor.view(taskId);
  if (before) return { rows: before.rows, view: before };
  const rows = await persistence.readTask(taskId);
  // A run that began meanwhile knows better.
  const view = supervisor.view(taskId);
  if (view) return { rows: view.rows, view };
  if (rows === null) throw taskNotFound(taskId);
  return { rows, view: undefined };
}
