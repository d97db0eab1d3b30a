/** A page of tasks as a caller may see them: tasks that run here as they were last stored. */

import type { TaskQuery, TaskSummary } from '../../persistence/persistence.ts';
import type { Rooms } from '../rooms.ts';
import type { TaskAnswer } from '../schemas/answers.ts';
import { presentTask } from './present-task.ts';
import { holderOf } from './read-rows.ts';
import { summaryOf } from './summary-of.ts';

export interface Page {
  readonly items: readonly TaskAnswer[];
  readonly next: string | null;
}

type Readers = Pick<Rooms, 'persistence' | 'supervisor' | 'mask' | 'turn'>;

/** What a caller wants listed. */
export interface PageQuery extends Omit<TaskQuery, 'active'> {
  /** Whether a live instance runs it; null where that is of no interest. */
  readonly active: boolean | null;
}

export async function readPage(rooms: Readers, query: PageQuery): Promise<Page> {
  const page = await look(rooms, query);
  // A run that ended while the rows were read would look interrupted; read again, its end is stored.
  return page.items.some(({ status, active }) => status === 'RUNNING' && !active) ? look(rooms, query) : page;
}

async function look(rooms: Readers, query: PageQuery): Promise<Page> {
  const { persistence, supervisor } = rooms;
  const active = query.active === null ? null : { wanted: query.active, here: supervisor.taskIds() };
  const { items, next, owners: known } = await persistence.listTasks({ ...query, active });
  const owners = known ?? (await findOwners(rooms, items));
  // Many may have waited for the same read; each makes an answer of its own.
  await rooms.turn();
  const shown = items.map((item) => overlay(rooms, item, owners));
  return { items: shown.filter((item) => isWanted(item, query)), next };
}

async function findOwners(
  { persistence, supervisor }: Readers,
  items: readonly TaskSummary[],
): Promise<ReadonlyMap<string, string>> {
  const isElsewhere = ({ task }: TaskSummary) => task.status === 'RUNNING' && !supervisor.view(task.taskId);
  const asked = items.filter(isElsewhere).map(({ task }) => task.taskId);
  return asked.length > 0 ? persistence.claims.findOwners(asked) : new Map();
}

function overlay({ supervisor, mask }: Readers, item: TaskSummary, owners: ReadonlyMap<string, string>): TaskAnswer {
  const view = supervisor.view(item.task.taskId);
  if (!view) return presentTask(item, holderOf(owners, item.task.taskId), mask);
  return presentTask(summaryOf(view.rows), view, mask);
}

/** The rows may have said otherwise than what is known here. */
function isWanted({ status, active }: TaskAnswer, wanted: PageQuery): boolean {
  const isStatus = wanted.status === null || wanted.status === status;
  return isStatus && (wanted.active === null || wanted.active === active);
}
