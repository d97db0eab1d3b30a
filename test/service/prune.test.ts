/** `npm run prune` as a process, beside a service that runs, and what it says. */

import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';

import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { openEmbedded, openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import { PROJECT } from '../support/the-service.ts';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('npm run prune', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess | undefined;

  beforeEach(async () => {
    folders = await makeServiceFolders();
  });

  afterEach(async () => {
    await service?.end('SIGKILL');
    await database.close();
    await folders.remove();
  });

  /** With the settings that the service has. */
  const prune = (...args: readonly string[]) => pruneBy(database.settings, ...args);

  function pruneBy(settings: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
    const own = { DATA_DIR: join(folders.root, 'data'), LOCK_DIR: join(folders.root, 'locks') };
    const env = { PATH: process.env['PATH'], ...own, ...settings };
    return new Promise((resolve) => {
      execFile(process.execPath, [join(PROJECT, 'src/prune.ts'), ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });
  }

  const statusOf = async (taskId: string) => (await service?.call(`/tasks/${taskId}`))?.status;

  it('tells what nobody foresaw, too, so that nothing of it controls a terminal', async () => {
    const made = await createTestDatabase();
    database = { settings: { DATABASE_URL: made.url, CREATE_TABLES: 'auto' }, close: () => made.drop() };
    service = await startServiceProcess(folders, database.settings);
    await runTasks(service);
    await made.query(String.raw`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception using message = E'x\x1B]0;q\x07\u009B31m\u202E', errcode = 'P0001'; end $$`);
    await made.query('create trigger refuse before delete on tms_init_task for each row execute function refuse()');
    const { code, stdout, stderr } = await prune('--older-than', '0d');
    expect(code).to.equal(1);
    expect(stderr).to.include(String.raw`x\u001b]0;q\u0007\u009b31m\u202e`);
    // eslint-disable-next-line no-control-regex
    expect(stdout + stderr).to.not.match(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/);
  });

  it('deletes what has ended while the service runs something else', async () => {
    database = await openPostgres();
    service = await startServiceProcess(folders, database.settings);
    await runTasks(service);
    await service.createTask('running', ['sleep 60']);
    await service.execute('running');
    expect(await prune('--older-than', '1h')).to.deep.equal({ code: 0, stdout: DELETED_NOTHING, stderr: '' });
    const looked = await prune('--older-than', '0d', '--dry-run');
    expect(looked.stdout).to.match(/^Would delete 2 tasks with 3 steps and \d+ files\.\n$/);
    const { code, stdout, stderr } = await prune('--older-than', '0d', '--orphans');
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(
      /^Deleted 2 tasks with 3 steps and \d+ files\.\nRemoved 0 files of 0 tasks that are no more\.\n$/,
    );
    expect([await statusOf('good'), await statusOf('bad'), await statusOf('running')]).to.deep.equal([404, 404, 200]);
    expect(await readdir(join(folders.root, 'data/logs'))).to.have.length(1);
    // The id can be used again, with its own logs.
    await service.createTask('good', ['true']);
    await service.execute('good');
    await service.untilStatus('good', 'SUCCESS');
  });

  it('does nothing to an embedded database that a service has, and works once it has ended', async () => {
    database = await openEmbedded(folders);
    service = await startServiceProcess(folders, database.settings);
    await runTasks(service);
    const refused = await prune('--older-than', '0d');
    expect(refused).to.include({ code: 1, stdout: '' });
    expect(refused.stderr).to.match(
      /^tms-init: The data folder \S+ is in use by process \d+\. .* end the service first\.\n$/,
    );
    await service.end('SIGTERM');
    const { code, stdout } = await prune('--older-than', '0d');
    expect([code, stdout]).to.deep.equal([0, stdout.match(/^Deleted 2 tasks with 3 steps and \d+ files\.\n$/)?.[0]]);
    service = await startServiceProcess(folders, database.settings);
    expect([await statusOf('good'), await statusOf('bad')]).to.deep.equal([404, 404]);
  });

  it('says in one line why it does nothing', async () => {
    database = await openPostgres();
    const { code, stderr } = await prune('--older-than', '30d');
    expect([code, stderr]).to.deep.equal([
      1,
      stderr.match(/^tms-init: There is no folder \S+ \(LOG_DIR\); [^\n]+\n$/)?.[0],
    ]);
    const wrong = await prune('--older-than', 'long');
    expect(wrong.code).to.equal(2);
    expect(wrong.stderr).to.match(/^tms-init: --older-than takes [^\n]+\nusage: npm run prune -- /);
    const nowhere = { DATABASE_URL: `${database.settings['DATABASE_URL']}_gone`, LOG_DIR: folders.root };
    const unreachable = await pruneBy(nowhere, '--older-than', '30d');
    expect(unreachable.code).to.equal(3);
    expect(unreachable.stderr).to.match(/^tms-init: PostgreSQL at [^\n]+ cannot be used: [^\n]+\n$/);
    expect((await prune('--help')).stdout).to.match(/^usage: npm run prune -- /);
  });
});

const DELETED_NOTHING = 'Deleted 0 tasks with 0 steps and 0 files.\n';

async function runTasks(running: ServiceProcess): Promise<void> {
  await running.createTask('good', ['true', 'true']);
  await running.createTask('bad', ['exit 1']);
  for (const taskId of ['good', 'bad']) await running.execute(taskId);
  await running.untilStatus('good', 'SUCCESS');
  await running.untilStatus('bad', 'FAILED');
}
