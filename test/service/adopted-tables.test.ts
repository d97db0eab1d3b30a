/**
 * The whole job of the service on tables of other programs (test/fixtures/adopted-tables), as a user that may read and write rows
 * and nothing else: the same test for each.
 */

import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type AdoptedName, type AdoptedTables, openAdoptedTables } from '../support/adopted-tables.ts';
import { eventually } from '../support/eventually.ts';
import { PROJECT } from '../support/the-service.ts';
import {
  makeServiceFolders,
  runServiceToEnd,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  type TaskJson,
} from '../support/service-process.ts';

interface Adopted {
  readonly name: AdoptedName;
  /** Of the two tasks that another program has created. */
  readonly ids: readonly [string, string];
  /** What the list says, the newest first. */
  readonly listed: readonly string[];
  readonly numbers: readonly [number, number, number];
  /** Members of a task that its table cannot tell. */
  readonly unknown: readonly (keyof TaskJson | 'createdAt' | 'updatedAt')[];
  /** Ids that cannot be here, but that the database would take for ones that are, or for an error. */
  readonly others: readonly string[];
  /** How a task that is created here is called, or why there can be none. */
  readonly creation: { readonly id: RegExp } | { readonly refusal: RegExp };
  /** Seconds since 1970 of the last start that is stored, where it is, by what the mapping says. */
  readonly lastStart: string | null;
  readonly settings?: Record<string, string>;
}

const ULID_1 = '01JAAAAAAAAAAAAAAAAAAAAAA1';
const ULID_2 = '01JAAAAAAAAAAAAAAAAAAAAAA2';
const UUID_1 = '11111111-1111-4111-8111-111111111111';
const UUID_2 = '22222222-2222-4222-8222-222222222222';

const ALL: readonly Adopted[] = [
  {
    name: 'quoted-capitals',
    ids: ['店铺-1', 'crash'],
    listed: ['crash', '店铺-1', 'JOB 2026/1'],
    numbers: [10, 20, 30],
    unknown: [],
    others: ['CRASH', 'crash2'],
    creation: { id: /^[0-9a-f]{8}-[0-9a-f-]{27}$/ },
    lastStart: `select max("StartedAt") at time zone 'Asia/Shanghai' from "Ops"."InitJobStep"`,
  },
  {
    name: 'integer-ids',
    ids: ['1', '2'],
    listed: ['2', '1'],
    numbers: [0, 1, 2],
    unknown: ['message', 'createdAt', 'updatedAt'],
    others: ['01', '+1', '1.0', '0x1', 'one', '99999999999999999999', '2147483648'],
    creation: { id: /^3$/ },
    lastStart: `select max(begun) at time zone 'UTC' from deploy_job_step`,
  },
  {
    name: 'uuid-ids',
    ids: [UUID_1, UUID_2],
    listed: [UUID_2, UUID_1],
    numbers: [1, 2, 3],
    unknown: ['startedAt', 'finishedAt'],
    others: [`{${UUID_1}}`, UUID_1.replaceAll('-', ''), 'crash', 'AAAAAAAA-0000-4000-8000-000000000000'],
    creation: { id: /^[0-9a-f]{8}-[0-9a-f-]{27}$/ },
    lastStart: 'select max(started_at) from provisioning.run_step',
  },
  {
    name: 'padded-codes',
    ids: ['ENV-1', 'ENV-00000002'],
    listed: ['ENV-00000002', 'ENV-1'],
    numbers: [1, 2, 3],
    unknown: [],
    others: ['env-1', 'ENV-1-of-too-many-characters'],
    creation: { refusal: /the column tenant_id\.$/ },
    lastStart: `select max(begin_time) at time zone 'America/New_York' from t_env_init_item`,
    settings: { TZ: 'America/New_York' },
  },
  {
    name: 'text-keys',
    ids: [ULID_1, ULID_2],
    listed: [ULID_2, ULID_1],
    numbers: [1, 2, 3],
    unknown: ['message', 'createdAt', 'updatedAt', 'startedAt', 'finishedAt'],
    others: [ULID_1.toLowerCase()],
    creation: { refusal: /^The tables want more of a task than the service knows: the constraint ulid_check\.$/ },
    lastStart: null,
  },
];

describe('the tables of another program', () => {
  for (const adopted of ALL) describe(adopted.name, () => suite(adopted));
});

function suite({ name, ids, listed, numbers, unknown, others, creation, lastStart, settings = {} }: Adopted): void {
  const [main, crash] = ids;

  let folders: ServiceFolders;
  let tables: AdoptedTables;
  let service: ServiceProcess;
  let shape: string;

  const start = () =>
    startServiceProcess(folders, { DATABASE_URL: tables.url, TABLE_MAPPING: tables.mappingPath, ...settings });
  const started = (taskId: string) => readFile(join(folders.root, `started-${taskId}`), 'utf8');

  before(async () => {
    folders = await makeServiceFolders();
    tables = await openAdoptedTables(name);
    shape = await tables.shape();
    service = await start();
  });

  after(async () => {
    await service.end('SIGTERM');
    await tables.drop();
    await folders.remove();
  });

  it('are listed and read as they are', async () => {
    const { body } = await service.call('/tasks?limit=1');
    const pages = [body as unknown as Page];
    for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) {
      pages.push((await service.call(`/tasks?limit=1&cursor=${next}`)).body as unknown as Page);
    }
    expect(pages.flatMap(({ items }) => items.map(({ taskId }) => taskId))).to.deep.equal(listed);
    const pending = (await service.call('/tasks?status=PENDING')).body as unknown as Page;
    expect(pending.items).to.have.length(listed.length);
    expect(((await service.call('/tasks?status=none')).body as unknown as Page).items).to.deep.equal([]);
    const task = (await service.call(path(main))).body;
    expect(task).to.include({ taskId: main, name: 'Set up', status: 'PENDING', totalSteps: 3, message: null });
    expect((await service.steps(main)).map(({ stepNo }) => stepNo)).to.deep.equal(numbers);
  });

  it('have no task by an id that only looks like one', async () => {
    for (const id of others) expect((await service.call(path(id))).status, id).to.equal(404);
    for (const id of others) expect((await service.execute(id)).status, id).to.equal(404);
  });

  it('take a run to its failure, and resume it there', async () => {
    const [first, second, third] = numbers;
    expect((await service.execute(main)).body).to.include({ started: true, status: 'RUNNING', totalSteps: 3 });
    const failed = await service.untilStatus(main, 'FAILED');
    expect(failed).to.include({ successSteps: 1, active: false });
    const steps = await service.steps(main);
    expect(steps.map(({ status, exitCode, attempts }) => [status, exitCode, attempts])).to.deep.equal([
      ['SUCCESS', 0, 1],
      ['FAILED', 1, 1],
      ['PENDING', null, 0],
    ]);
    expect(steps[1]?.message).to.match(/^exit code 1; last output: cat: licence/);
    if (!unknown.includes('message')) expect(failed.message).to.match(/^step (2 of 3|20 \(2 of 3\)) \(second\)/);

    await writeFile(join(folders.root, 'licence'), 'granted\n');
    expect((await service.execute(main)).body).to.include({ started: true, successSteps: 1 });
    const succeeded = await service.untilStatus(main, 'SUCCESS');
    expect(succeeded).to.include({ successSteps: 3, message: null });
    const runs = [`${first}.1`, `${second}.1`, `${second}.2`, `${third}.1`];
    expect((await started(main)).trim().split('\n')).to.deep.equal(runs);
    const log = await fetch(`${service.url}/api/v1/init${path(main)}/steps/${third}/log`);
    expect(await log.text()).to.equal(`last of ${main}\n`);
    expect(await service.execute(main)).to.deep.include({ status: 200 });
    const done = (await service.call('/tasks?status=SUCCESS')).body as unknown as Page;
    expect(done.items.map(({ taskId }) => taskId)).to.deep.equal([main]);
  });

  it('tell the times that they know, in the time zone that they are in', async () => {
    const task = (await service.call(path(main))).body;
    for (const time of ['createdAt', 'updatedAt', 'startedAt', 'finishedAt'] as const) {
      const told = (task as unknown as Record<string, string | null>)[time];
      if (unknown.includes(time)) expect(told, time).to.equal(null);
      else expect(Math.abs(Date.now() - Date.parse(String(told))), time).to.be.lessThan(120_000);
    }
    if (lastStart === null) return;
    const [row] = await tables.query(`select extract(epoch from (${lastStart}))::float8 as at`);
    expect(Math.abs(Date.now() / 1000 - Number(row?.['at']))).to.be.lessThan(120);
    const [last] = (await service.steps(main)).slice(-1);
    expect(Date.parse(String(last?.startedAt)) / 1000).to.be.closeTo(Number(row?.['at']), 0.001);
  });

  it('keep residue after a kill, which the next execute resumes', async () => {
    await service.execute(crash);
    const isSecond = async () =>
      (await service.steps(crash))[1]?.status === 'RUNNING' && (await started(crash)).includes('2.1');
    await eventually('the second step to run', isSecond);
    expect(
      ((await service.call('/tasks?active=true&q=Set')).body as unknown as Page).items.map(({ taskId }) => taskId),
    ).to.deep.equal([crash]);
    await service.end('SIGKILL');
    service = await start();
    expect((await service.call(path(crash))).body).to.include({ status: 'RUNNING', active: false, successSteps: 1 });
    expect((await service.execute(crash)).body).to.include({ started: true });
    await service.untilStatus(crash, 'SUCCESS');
    expect(await started(crash)).to.equal('1.1\n2.1\n2.2\n3.1\n');
  });

  it('take a new task, or say why not', async () => {
    const body = JSON.stringify({ name: 'New', steps: [{ name: 'only', script: 'true' }] });
    const headers = { 'content-type': 'application/json' };
    const created = await service.call('/tasks', { method: 'POST', headers, body });
    if ('refusal' in creation) {
      expect(created.status).to.equal(409);
      expect(created.body).to.include({ type: '/problems/task-data-invalid', reason: 'not-insertable' });
      expect((created.body as unknown as { detail: string }).detail).to.match(creation.refusal);
      return;
    }
    const { taskId } = created.body;
    expect(taskId).to.match(creation.id);
    expect((await service.call(path(taskId))).body).to.deep.equal({
      ...created.body,
      ...unknownTimes(created.body, (await service.call(path(taskId))).body),
    });
    await service.execute(taskId);
    await service.untilStatus(taskId, 'SUCCESS');
    const again = await service.call('/tasks', { method: 'POST', headers, body: withId(taskId, body) });
    expect(again.body).to.include({ type: '/problems/task-exists' });
  });

  it('are pruned by the same mapping', async () => {
    const program = join(PROJECT, 'src/prune.ts');
    const env = {
      ...settings,
      DATABASE_URL: tables.url,
      TABLE_MAPPING: tables.mappingPath,
      DATA_DIR: join(folders.root, 'data'),
    };
    const args = [program, '--older-than', '1h', '--dry-run'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect([stdout, stderr]).to.deep.equal(['Would delete 0 tasks with 0 steps and 0 files.\n', '']);
  });

  it('have the shape that they had, and no right to change it is needed', async () => {
    expect(await tables.shape()).to.equal(shape);
    const [row] = await tables.query(
      `select has_database_privilege($1, current_database(), 'CREATE')
         or bool_or(has_schema_privilege($1, oid, 'CREATE')) as may from pg_namespace`,
      [new URL(tables.url).username],
    );
    expect(row).to.deep.equal({ may: false });
  });

  it('are named in one line where they are not as the mapping says', async () => {
    const mapping = JSON.parse(await readFile(tables.mappingPath, 'utf8'));
    mapping.tms_init_task.columns.status = 'no such column';
    const wrong = join(folders.root, 'mapping.json');
    await writeFile(wrong, JSON.stringify(mapping));
    const { exitCode, error } = await runServiceToEnd(folders, { DATABASE_URL: tables.url, TABLE_MAPPING: wrong });
    expect(exitCode).to.equal(1);
    expect(error).to.match(
      /^tms-init: Database "\w+" cannot be used: column [^;]+\.no such column is missing\. [^\n]+\n$/,
    );
  });
}

function path(taskId: string): string {
  return `/tasks/${encodeURIComponent(taskId)}`;
}

interface Page {
  readonly items: readonly TaskJson[];
  readonly nextCursor: string | null;
}

/** The database may keep times less precisely than they were answered. */
function unknownTimes(created: object, read: object): object {
  const times = Object.entries(read).filter(([key, value]) => key.endsWith('At') && value !== null && key in created);
  return Object.fromEntries(times);
}

function withId(taskId: string, body: string): string {
  return JSON.stringify({ ...JSON.parse(body), taskId });
}
