/** Creates a task with its steps in one transaction. */

import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';

import { Refusal } from '../domain/refusal.ts';
import type { Step, StoredRows } from '../domain/rows.ts';
import { cleanText } from './clean-text.ts';
import type { Database } from './database.ts';
import { StepEntity, TaskEntity } from './entities.ts';
import type { NewTask } from './persistence.ts';

/** The text of an INSERT is made in one go; smaller ones let the event loop turn in between. */
const STEPS_AT_ONCE = 500;

export async function createTask({ orm }: Database, task: NewTask): Promise<StoredRows> {
  const rows = newRows(task, new Date().toISOString());
  const { taskId } = rows.task;
  try {
    await orm.em.fork().transactional((em) => insertRows(em, rows));
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Refusal('task-exists', 'There is a task with this id already.', { taskId, cause: error });
  }
  return rows;
}

async function insertRows(em: EntityManager, { task, steps }: StoredRows): Promise<void> {
  const { taskId, name, status, createdAt, updatedAt } = task;
  await em.insert(TaskEntity, { taskId, name, status, createdAt, updatedAt });
  for (let first = 0; first < steps.length; first += STEPS_AT_ONCE) {
    const rows = steps.slice(first, first + STEPS_AT_ONCE).map((step) => newStepRow(taskId, step));
    await em.insertMany(StepEntity, rows);
  }
}

function newStepRow(taskId: string, { stepNo, name, script, status }: Step<string | null>) {
  return { taskId, stepNo, name, script, status };
}

function newRows({ taskId, name, steps }: NewTask, at: string): StoredRows {
  const fresh = { status: 'PENDING', message: null, startedAt: null, finishedAt: null };
  return {
    task: { ...fresh, taskId, name: cleanText(name, null), createdAt: at, updatedAt: at },
    steps: steps.map((step, index) => ({
      ...fresh,
      stepNo: index + 1,
      name: cleanText(step.name, null),
      script: cleanText(step.script, null),
      logPath: null,
      exitCode: null,
    })),
  };
}
