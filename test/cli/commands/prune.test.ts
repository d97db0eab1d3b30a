/** prune: deletes what is old in the database and the folders of this host, by the settings of the service. */

import { expect } from 'chai';
import { join } from 'node:path';

import { prepareTables } from '../../../src/persistence/prepare-tables.ts';
import { beginTmsInit, tmsInit, untilEnded } from '../../support/command-line.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { openEmbedded, openPostgres, type ServiceDatabase } from '../../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/service-process.ts';
import { silentLogger } from '../../support/silent-logger.ts';

describe('tms-init prune', () => {
  let folders: ServiceFolders;

  beforeEach(async () => {
    folders = await makeServiceFolders();
  });

  afterEach(() => folders.remove());

  /** In the folder of the service, where its data are in ./data. */
  const prune = (settings: Readonly<Record<string, string>>, ...words: readonly string[]) =>
    tmsInit(['prune', ...words], {
      cwd: folders.root,
      environment: { LOCK_DIR: join(folders.root, 'locks'), ...settings },
    });

  describe('beside a service', () => {
    let database: ServiceDatabase;
    let service: ServiceProcess | undefined;

    afterEach(async () => {
      await service?.end('SIGKILL');
      await database.close();
    });

    const statusOf = async (taskId: string) => (await service?.call(`/tasks/${taskId}`))?.status;

    it('deletes what has ended and keeps what runs, and only tells it with --dry-run', async () => {
      database = await openPostgres();
      service = await startServiceProcess(folders, database.settings);
      await runTasks(service);
      await service.createTask('running', ['sleep 60']);
      await service.execute('running');
      const young = await prune(database.settings, '--older-than', '1h');
      expect(young).to.deep.equal({ exitCode: 0, output: 'Deleted 0 tasks with 0 steps and 0 files.\n', error: '' });
      const looked = await prune(database.settings, '--older-than', '0d', '--dry-run', '--json');
      expect(JSON.parse(looked.output))
        .to.include({ dryRun: true, stopped: false, tasks: 2, steps: 3, kept: 0, unremoved: 0, reason: null })
        .and.include({ orphans: null });
      expect(await statusOf('good')).to.equal(200);
      const { exitCode, output, error } = await prune(database.settings, '--older-than', '0d', '--orphans');
      expect({ exitCode, error }).to.deep.equal({ exitCode: 0, error: '' });
      expect(output).to.match(
        /^Deleted 2 tasks with 3 steps and \d+ files\.\nRemoved 0 files of 0 tasks that are no more\.\n$/,
      );
      expect([await statusOf('good'), await statusOf('bad'), await statusOf('running')]).to.deep.equal([404, 404, 200]);
    });

    it('of what has one status only deletes no other', async () => {
      database = await openPostgres();
      service = await startServiceProcess(folders, database.settings);
      await runTasks(service);
      const { output } = await prune(database.settings, '--older-than', '0d', '--status', 'FAILED', '--json');
      expect(JSON.parse(output)).to.include({ dryRun: false, tasks: 1, steps: 1 });
      expect([await statusOf('good'), await statusOf('bad')]).to.deep.equal([200, 404]);
    });

    it('does nothing to an embedded database that a service has, and works once that has ended', async () => {
      database = await openEmbedded(folders);
      service = await startServiceProcess(folders, database.settings);
      await runTasks(service);
      const { exitCode, output, error } = await prune({}, '--older-than', '0d');
      expect({ exitCode, output }).to.deep.equal({ exitCode: 1, output: '' });
      expect(error).to.match(/^tms-init: The data folder \S+ is in use by process \d+\. .* end the service first\.\n$/);
      await service.end('SIGTERM');
      const done = await prune({}, '--older-than', '0d');
      expect(done).to.include({ exitCode: 0, error: '' });
      expect(done.output).to.match(/^Deleted 2 tasks with 3 steps and \d+ files\.\n$/);
    });
  });

  it('ends by Ctrl-C after the tasks at hand, with exit code 1, and goes on when it is run again', async () => {
    const database = await createTestDatabase();
    try {
      await prepareTables({ url: database.url }, silentLogger);
      await database.query(`insert into tms_init_task (task_id, task_name, status, updated_at)
        select 'old-' || n, 'Old', 'FAILED', '2020-01-01' from generate_series(1, 1000) n`);
      const left = async () => Number((await database.query('select count(*) from tms_init_task'))[0]?.['count']);
      const settings = { DATABASE_URL: database.url, LOG_DIR: folders.root };
      const child = beginTmsInit(['prune', '--older-than', '30d'], { cwd: folders.root, environment: settings });
      const ended = untilEnded(child);
      await eventually('some to be deleted', async () => (await left()) < 990);
      child.kill('SIGINT');
      const { exitCode, output } = await ended;
      expect(exitCode).to.equal(1);
      expect(output).to.match(/^Deleted [\d,]+ tasks with 0 steps and 0 files\. Stopped before the end\.\n$/);
      const rest = await left();
      expect(rest).to.be.above(0);
      const again = await prune(settings, '--older-than', '30d', '--json');
      expect(JSON.parse(again.output)).to.include({ tasks: rest, stopped: false });
    } finally {
      await database.drop();
    }
  });

  const misuses: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['', {}, /required option '--older-than <age>' not specified; see tms-init prune --help/],
    ['--older-than long', {}, /--older-than takes a number and s, m, h, d or w, such as 30d, not long; see /],
    ['--older-than 1d --status RUNNING', {}, /--status takes SUCCESS, FAILED, PENDING, by commas, not RUNNING; see /],
    ['--older-than 1d --force', {}, /unknown option '--force'; see tms-init prune --help/],
    ['--older-than 1d a', {}, /too many arguments for 'prune'/],
    ['--older-than 1d --url http://127.0.0.1:1', {}, /prune asks no service, .* takes no --url/],
    ['--older-than 1d', { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL must be /],
  ];
  for (const [words, settings, message] of misuses) {
    it(`says in one line what is wrong: ${words} ${JSON.stringify(settings)}`, async () => {
      const { exitCode, output, error } = await prune(settings, ...words.split(' ').filter((word) => word !== ''));
      expect({ exitCode, output }).to.deep.equal({ exitCode: 2, output: '' });
      expect(error)
        .to.match(message)
        .and.match(/^[^\n]+\n$/);
    });
  }

  it('does nothing where the folder of the logs is not there', async () => {
    const { exitCode, output, error } = await prune({}, '--older-than', '30d');
    expect({ exitCode, output }).to.deep.equal({ exitCode: 1, output: '' });
    expect(error).to.match(/^tms-init: There is no folder \S+ \(LOG_DIR\); [^\n]+\n$/);
  });

  it('ends with 3 where the database lets nobody in, and says what to check', async () => {
    const database = await createTestDatabase();
    await database.drop();
    const { exitCode, output, error } = await prune(
      { DATABASE_URL: database.url, LOG_DIR: folders.root },
      '--older-than',
      '30d',
    );
    expect({ exitCode, output }).to.deep.equal({ exitCode: 3, output: '' });
    expect(error).to.match(/^tms-init: PostgreSQL at [^\n]+ cannot be used: [^\n]+\n {2}Check that the database runs/);
  });
});

async function runTasks(running: ServiceProcess): Promise<void> {
  await running.createTask('good', ['true', 'true']);
  await running.createTask('bad', ['exit 1']);
  for (const taskId of ['good', 'bad']) await running.execute(taskId);
  await running.untilStatus('good', 'SUCCESS');
  await running.untilStatus('bad', 'FAILED');
}
