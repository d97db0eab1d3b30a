/** A page of tasks as a caller may see them: tasks that run here as they were last stored. */

import { countSuccess } from '../../domain/snapshot.ts';
import type { TaskQuery, TaskSummary } from '../../persistence/persistence.ts';
import type { Rooms } from '../rooms.ts';
import type { TaskAnswer } from '../schemas/answers.ts';
import { presentTask } from './present-task.ts';

export interface Page {
  readonly items: readonly TaskAnswer[];
  readonly next: string | null;
}

type Readers = Pick<Rooms, 'persistence' | 'supervisor'>;

export async function readPage(rooms: Readers, query: TaskQuery): Promise<Page> {
  const page = await look(rooms, query);
  // A run that ended while the rows were read would look interrupted; read again, its end is stored.
  return page.items.some(({ status, active }) => status === 'RUNNING' && !active) ? look(rooms, query) : page;
}

async function look(rooms: Readers, query: TaskQuery): Promise<Page> {
  const { items, next } = await rooms.persistence.listTasks(query);
  const shown = items.map((item) => overlay(rooms, item));
  return { items: query.status === null ? shown : shown.filter(({ status }) => status === query.status), next };
}

function overlay({ supervisor }: Readers, { task, totalSteps, successSteps }: TaskSummary): TaskAnswer {
  const view = supervisor.view(task.taskId);
  if (!view) return presentTask({ task, totalSteps, successSteps }, undefined);
  const { rows } = view;
  return presentTask({ task: rows.task, totalSteps: rows.steps.length, successSteps: countSuccess(rows.steps) }, view);
}
