/**
 * How long lists and searches take on 1,000,000 tasks with two steps each, over HTTP, with the indexes of prefixes and without
 * them: `npm run bench:list`. It fills a PostgreSQL of its own, which takes minutes, or one whose URL is given to it, which
 * stays as it is then.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Client } from 'pg';

import { PROJECT } from '../src/platform/project-files.ts';
import { createTestDatabase } from '../test/support/postgres.ts';
import { makeServiceFolders, type ServiceProcess, startServiceProcess } from '../test/support/service-process.ts';
import { load, report } from './report.ts';

const TASKS = 1_000_000;
const TIMES = 30;

/** Of a common beginning, of rare ones, of one that only old tasks have, of one that none has; and what is no search. */
const QUERIES = [
  '',
  '?limit=200',
  '?status=RUNNING',
  '?status=FAILED',
  '?active=true',
  '?active=false',
  '?q=tenant-',
  '?q=tenant-0042',
  '?q=shop-1234',
  '?q=Set up shop 5',
  '?q=old-',
  '?q=nobody',
  '?q=Set&status=FAILED',
  '?q=tenant-&active=true',
] as const;

const given = process.argv[2];
const url = given ?? (await createTestDatabase()).url;
const client = new Client({ connectionString: url });
await client.connect();
await fill();
const folders = await makeServiceFolders();
const service = await startServiceProcess(folders, { DATABASE_URL: url });
await measure(service, 'with the indexes');
await client.query('drop index tms_init_task_task_id_prefix, tms_init_task_task_name_prefix');
await measure(service, 'without them');
await addIndexes();
await service.end('SIGTERM');
await folders.remove();
await client.end();

async function fill(): Promise<void> {
  const { rows } = await client.query("select to_regclass('tms_init_task') as found");
  if (rows[0]?.found) return;
  await client.query(readFileSync(join(PROJECT, 'src/persistence/tables.sql'), 'utf8'));
  // Of the oldest tasks every hundredth part begins with "old-"; all others are spread over 5,000 tenants.
  await client.query(`
insert into tms_init_task (task_id, task_name, status, created_at, updated_at)
select case when n <= ${TASKS / 100} then 'old-' || n when n % 10 = 0 then 'shop-' || n
    else 'tenant-' || lpad((n % 5000)::text, 4, '0') || '-' || n end,
  (array['Set up ', 'Prepare ', 'Move ', 'Upgrade '])[1 + n % 4]
    || (array['shop', 'tenant', 'host', 'database', 'bucket'])[1 + (n / 4) % 5] || ' ' || n,
  case when n % 10000 = 7 then 'RUNNING' when n % 50 = 1 then 'FAILED' when n % 100 = 2 then 'PENDING' else 'SUCCESS' end,
  now(), now()
from generate_series(1, ${TASKS}) n`);
  await client.query(`
insert into tms_init_task_step (task_id, step_no, step_name, script, status)
select task_id, k, 'step ' || k, './step.sh', 'SUCCESS' from tms_init_task, generate_series(1, 2) k`);
  await client.query('vacuum analyze');
}

async function addIndexes(): Promise<void> {
  const began = performance.now();
  await client.query('create index tms_init_task_task_id_prefix on tms_init_task (task_id text_pattern_ops, id)');
  await client.query('create index tms_init_task_task_name_prefix on tms_init_task (task_name text_pattern_ops, id)');
  const { rows } = await client.query(
    "select pg_size_pretty(sum(pg_relation_size(indexrelid))) as size from pg_stat_user_indexes where indexrelname like '%_prefix'",
  );
  console.log(`the indexes: made in ${Math.round(performance.now() - began)} ms, ${rows[0]?.size}; ${load()}`);
}

async function measure({ url: base }: ServiceProcess, what: string): Promise<void> {
  for (const query of QUERIES) {
    const times: number[] = [];
    let items = 0;
    for (let time = 0; time <= TIMES; time += 1) {
      const began = performance.now();
      const response = await fetch(`${base}/api/v1/init/tasks${query}`);
      ({ length: items } = ((await response.json()) as { readonly items?: readonly unknown[] }).items ?? []);
      // The first one finds nothing in memory.
      if (time > 0) times.push(performance.now() - began);
    }
    report(what, `${query || 'a list'} (${items} tasks)`, times);
  }
  console.log(load());
}
