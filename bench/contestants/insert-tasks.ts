/** Puts many tasks into the tables at once, as whoever owns the tables might; the service only finds them there. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from 'pg';

import type { TestDatabase } from '../../test/support/postgres.ts';
import { PROJECT } from '../../test/support/the-service.ts';

export interface NewTasks {
  /** Their ids are this and their number, from 0 on. */
  readonly prefix: string;
  readonly tasks: number;
  readonly steps: number;
  readonly script: string;
  readonly status?: 'PENDING' | 'SUCCESS';
}

const TASKS = `
  insert into tms_init_task (task_id, task_name, status, created_at, updated_at)
  select $1 || n, 'Task ' || n, $3, now(), now() from generate_series(0, $2 - 1) as n`;

const STEPS = `
  insert into tms_init_task_step (task_id, step_no, step_name, script, status)
  select $1 || n, step_no, 'Step ' || step_no, $5, $3
  from generate_series(0, $2 - 1) as n, generate_series(1, $4) as step_no`;

export async function createTables(database: Pick<TestDatabase, 'query'>): Promise<void> {
  await database.query(await readFile(join(PROJECT, 'src/persistence/tables.sql'), 'utf8'));
}

export async function insertTasks(databaseUrl: string, wanted: NewTasks): Promise<void> {
  const { prefix, tasks, steps, script, status = 'PENDING' } = wanted;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // References need not be looked up: they are made right here.
    await client.query(`set session_replication_role = replica`);
    await client.query(TASKS, [prefix, tasks, status]);
    await client.query(STEPS, [prefix, tasks, status, steps, script]);
    await client.query('analyze tms_init_task, tms_init_task_step');
  } finally {
    await client.end();
  }
}
