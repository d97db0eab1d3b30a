/** The rows of a task as a caller may see them: of a task that runs here what was last stored, of any other the table. */

import { taskNotFound } from '../../domain/refusal.ts';
import type { Rooms } from '../rooms.ts';
import type { Holder, SeenRows } from './seen-rows.ts';

type Readers = Pick<Rooms, 'persistence' | 'supervisor'>;

/** Throws a Refusal `task-not-found`. */
export async function readRows(rooms: Readers, taskId: string): Promise<SeenRows> {
  const seen = await look(rooms, taskId);
  // A run that began and ended while its row was read would look interrupted; read again, its end is stored.
  return seen.holder === null && seen.rows.task.status === 'RUNNING' ? look(rooms, taskId) : seen;
}

async function look({ persistence, supervisor }: Readers, taskId: string): Promise<SeenRows> {
  const before = supervisor.view(taskId);
  if (before) return { rows: before.rows, holder: before };
  const rows = await persistence.readTask(taskId);
  const isRunning = rows?.task.status === 'RUNNING';
  const owners = isRunning ? await persistence.claims.findOwners([taskId]) : NOBODY;
  // A run that began here meanwhile knows better.
  const view = supervisor.view(taskId);
  if (view) return { rows: view.rows, holder: view };
  if (rows === null) throw taskNotFound(taskId);
  return { rows, holder: holderOf(owners, taskId) };
}

const NOBODY: ReadonlyMap<string, string> = new Map();

/** Of a task that is held by another instance. */
export function holderOf(owners: ReadonlyMap<string, string>, taskId: string): Holder | null {
  const owner = owners.get(taskId);
  return owner === undefined ? null : { owner, note: null };
}
