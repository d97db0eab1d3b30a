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

export async function readPage(rooms: Readers, query: TaskQuery): Promise<Page> {
  const page = await look(rooms, query);
  // A run that ended while the rows were read would look interrupted; read again, its end is stored.
  return page.items.some(({ status, active }) => status === 'RUNNING' && !active) ? look(rooms, query) : page;
}

async function look(rooms: Readers, query: TaskQuery): Promise<Page> {
  const { persistence, supervisor } = rooms;
  const { items, next } = await persistence.listTasks(query);
  const isElsewhere = ({ task }: TaskSummary) => task.status === 'RUNNING' && !supervisor.view(task.taskId);
  const asked = items.filter(isElsewhere).map(({ task }) => task.taskId);
  const owners = asked.length > 0 ? await persistence.claims.findOwners(asked) : new Map<string, string>();
  // Many may have waited for the same read; each makes an answer of its own.
  await rooms.turn();
  const shown = items.map((item) => overlay(rooms, item, owners));
  return { items: query.status === null ? shown : shown.filter(({ status }) => status === query.status), next };
}

function overlay({ supervisor, mask }: Readers, item: TaskSummary, owners: ReadonlyMap<string, string>): TaskAnswer {
  const view = supervisor.view(item.task.taskId);
  if (!view) return presentTask(item, holderOf(owners, item.task.taskId), mask);
  return presentTask(summaryOf(view.rows), view, mask);
}
