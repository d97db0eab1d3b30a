/** Reads a page of tasks, newest first, with the counts of their steps, by one statement. */

import type { Task } from '../domain/rows.ts';
import type { Database } from './database.ts';
import { TaskEntity } from './entities.ts';
import { isoOf } from './iso-time.ts';
import type { TaskPage, TaskQuery } from './persistence.ts';

const LARGEST_ID = 2n ** 63n - 1n;

/** `after` is the id of the last task before; a text that cannot be an id is after everything. */
export async function listTasks({ orm }: Database, { status, limit, after }: TaskQuery): Promise<TaskPage> {
  if (!isPosition(after) || status?.includes('\0')) return { items: [], next: null };
  const where = { ...(status === null ? {} : { status }), ...(after === null ? {} : { id: { $lt: after } }) };
  const found = await orm.em.fork().find(TaskEntity, where, {
    orderBy: { id: 'desc' },
    limit: limit + 1, // One more tells whether there is a next page.
    populate: ['totalSteps', 'successSteps'],
    disableIdentityMap: true,
  });
  const page = found.slice(0, limit);
  const items = page.map((row) => ({
    task: toTask(row),
    totalSteps: Number(row.totalSteps),
    successSteps: Number(row.successSteps),
  }));
  return { items, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

function isPosition(after: string | null): boolean {
  return after === null || (/^\d{1,19}$/.test(after) && BigInt(after) <= LARGEST_ID);
}

type TaskRow = (typeof TaskEntity)['~entity'];

function toTask(row: TaskRow): Task<string | null> {
  return {
    taskId: row.taskId,
    name: row.name,
    status: row.status ?? null,
    message: row.message ?? null,
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
    startedAt: isoOf(row.startedAt),
    finishedAt: isoOf(row.finishedAt),
  };
}
