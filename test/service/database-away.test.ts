/** A service whose PostgreSQL fails at bad moments: no outcome is lost, nothing runs twice, and callers are told in time. */

import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from 'pg';

import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  type TaskJson,
} from '../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { lockRow } from '../support/lock-row.ts';

/** A caller waits for 3 s at most; the rest is what a very busy machine adds. */
const ANSWER_MS = 20_000;

describe('a service whose database is away', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let folders: ServiceFolders;
  let service: ServiceProcess;

  beforeEach(async () => {
    database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    folders = await makeServiceFolders();
    service = await startService();
  });

  afterEach(async () => {
    await service.end('SIGKILL');
    await proxy.close();
    await database.drop();
    await folders.remove();
  });

  for (const mode of ['refuse', 'blackhole'] as const) {
    it(`F28, F39: refuses execute and reads in time when the network does ${mode}, starts nothing, and heals`, async () => {
      await service.createTask('t', [ran('1')]);
      await proxy.set(mode);
      const answers = await Promise.all([
        timed(service.execute('t')),
        timed(service.call('/tasks/t')),
        timed(service.call('/tasks')),
      ]);
      expect(answers.map(({ status }) => status)).to.deep.equal([503, 503, 503]);
      for (const { body, ms } of answers) {
        expect(body).to.include({ type: '/problems/database-unavailable' });
        expect(ms).to.be.below(ANSWER_MS);
      }
      expect((await fetch(`${service.url}/readyz`)).status).to.equal(503);
      expect((await fetch(`${service.url}/healthz`)).status).to.equal(200);
      await proxy.set('pass');
      await eventually('the slot to be free and the run to start', started('t'));
      await service.untilStatus('t', 'SUCCESS');
      expect(await lines()).to.deep.equal(['1']);
    });
  }

  for (const part of ['answer', 'statement'] as const) {
    it(`F29: decides by the rows whether an accept of which the ${part} was lost is a run`, async () => {
      await service.createTask('t', [ran('1'), ran('2')]);
      proxy.loseNext(part);
      const first = await service.execute('t');
      expect(proxy.losses()).to.equal(1);
      expect(first.status).to.equal(503);
      await eventually('a run', started('t'));
      await service.untilStatus('t', 'SUCCESS');
      expect(await lines()).to.deep.equal(['1', '2']);
    });

    it(`F33: starts no step twice where the ${part} of a transition was lost`, async () => {
      await service.createTask('t', [`${ran('1')}; ${untilThere('go')}`, ran('2'), ran('3')]);
      await service.execute('t');
      await eventually('the first step to run', async () => (await lines()).length === 1);
      proxy.loseNext(part);
      await writeFile(join(folders.root, 'go'), '');
      await service.untilStatus('t', 'SUCCESS');
      expect(proxy.losses()).to.equal(1);
      expect(await lines()).to.deep.equal(['1', '2', '3']);
      expect((await service.steps('t')).map(({ attempts }) => attempts)).to.deep.equal([1, 1, 1]);
    });
  }

  it('F30: lets a script run through while the connection is cut, and stores its outcome afterwards', async () => {
    await service.createTask('t', [`${ran('1')}; ${untilThere('go')}; exit 7`]);
    await service.execute('t');
    await eventually('the step to run', async () => (await lines()).length === 1);
    await proxy.set('cut');
    await eventually('the loss to be noticed', () => events().includes('claims.lost'));
    await writeFile(join(folders.root, 'go'), '');
    await proxy.set('pass');
    await service.untilStatus('t', 'FAILED');
    expect((await service.steps('t'))[0]).to.include({ status: 'FAILED', exitCode: 7, attempts: 1 });
  });

  it('F31: holds an outcome while the database is away, shows the run, and starts no next step before it is stored', async () => {
    await service.createTask('t', [`${ran('1')}; ${untilThere('go')}`, ran('2')]);
    await service.execute('t');
    await eventually('the step to run', async () => (await lines()).length === 1);
    await proxy.set('refuse');
    await writeFile(join(folders.root, 'go'), '');
    const isWaiting = async () => (await shown('t')).message?.includes('waiting for the database');
    await eventually('the outcome to wait', isWaiting);
    expect(await shown('t')).to.include({ status: 'RUNNING', active: true, successSteps: 0 });
    expect(await lines()).to.deep.equal(['1']);
    await proxy.set('pass');
    await service.untilStatus('t', 'SUCCESS');
    expect(await lines()).to.deep.equal(['1', '2']);
  });

  it('F32: tells by its record how a script ended that nobody could store before the service was killed', async () => {
    await service.createTask('t', [`${ran('1')}; ${untilThere('go')}; exit 0`, ran('2')]);
    await service.execute('t');
    await eventually('the step to run', async () => (await lines()).length === 1);
    await proxy.set('refuse');
    await writeFile(join(folders.root, 'go'), '');
    const [step] = await service.steps('t');
    const record = join(folders.root, 'data/logs', String(step?.logPath).replace(/log$/, 'json'));
    const isRecorded = async () => (await readFile(record, 'utf8')).includes('"exitCode":0');
    await eventually('the end to be recorded', isRecorded);
    await service.end('SIGKILL');
    await proxy.set('pass');
    service = await startService();
    expect((await service.call('/tasks/t/cancel', { method: 'POST' })).status).to.equal(202);
    await service.untilStatus('t', 'FAILED');
    expect((await service.steps('t'))[0]?.message).to.include('had ended with exit code 0');
    await service.execute('t');
    await service.untilStatus('t', 'SUCCESS');
    expect(await lines()).to.deep.equal(['1', '1', '2']);
  });

  it('F34: answers on after the end of every pooled connection by the administrator', async () => {
    await service.createTask('t', [ran('1')]);
    for (let round = 0; round < 8; round += 1) {
      await endSessions("application_name = 'tms-init'");
      const { status } = await service.call('/tasks/t');
      expect(status).to.be.oneOf([200, 503]);
    }
    await eventually('a run', started('t'));
    await service.untilStatus('t', 'SUCCESS');
  });

  it('F40: answers reads in time from a database that takes 2 s for each row, and keeps polls of a run fast', async () => {
    await service.createTask('t', [`${ran('1')}; ${untilThere('go')}`]);
    await service.execute('t');
    await eventually('the step to run', async () => (await lines()).length === 1);
    const holder = await lockRow(database, 'lock table tms_init_task in access exclusive mode');
    const polls = await Promise.all(Array.from({ length: 50 }, () => timed(service.call('/tasks/t'))));
    expect(new Set(polls.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const lists = await Promise.all(Array.from({ length: 20 }, () => timed(service.call('/tasks'))));
    expect(new Set(lists.map(({ status }) => status))).to.deep.equal(new Set([503]));
    for (const { ms } of lists) expect(ms).to.be.below(ANSWER_MS);
    await holder.end();
    await writeFile(join(folders.root, 'go'), '');
    await service.untilStatus('t', 'SUCCESS');
  });

  it('F41: reads from a database that is read-only, and refuses to execute', async () => {
    await service.createTask('t', [ran('1')]);
    await database.query(`alter database ${database.name} set default_transaction_read_only = on`);
    await proxy.set('cut');
    await proxy.set('pass');
    await eventually('reads', async () => (await service.call('/tasks/t')).status === 200);
    await eventually('claims', () => events().includes('claims.regained'));
    expect((await service.execute('t')).status).to.equal(503);
    await writable(database);
    await proxy.set('cut');
    await proxy.set('pass');
    await eventually('a run', started('t'));
    await service.untilStatus('t', 'SUCCESS');
    expect(await lines()).to.deep.equal(['1']);
  });

  it('F42, F43: stores a transition again whose statement was cancelled', async () => {
    await service.createTask('t', [`${ran('1')}; ${untilThere('go')}`, ran('2')]);
    await service.execute('t');
    await eventually('the first step to run', async () => (await lines()).length === 1);
    // Its statements wait for this lock, until they are cancelled.
    const holder = await lockRow(database, 'lock table tms_init_task_step in share row exclusive mode');
    await writeFile(join(folders.root, 'go'), '');
    const cancelled = () =>
      database.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where application_name = 'tms-init' and wait_event_type = 'Lock' and datname = current_database()`,
      );
    await eventually('a statement to be cancelled', async () => (await cancelled()).length > 0);
    await holder.end();
    await service.untilStatus('t', 'SUCCESS');
    expect(await lines()).to.deep.equal(['1', '2']);
  });

  it('F44: refuses in time to execute a task whose row somebody has locked, and frees its slot', async () => {
    await service.createTask('t', [ran('1')]);
    const holder = await lockRow(database, "select from tms_init_task where task_id = 't' for update");
    const { status, body, ms } = await timed(service.execute('t'));
    expect(status).to.equal(503);
    expect(body).to.include({ type: '/problems/database-unavailable' });
    expect(ms).to.be.below(ANSWER_MS);
    await holder.end();
    await eventually('a run', started('t'));
    await service.untilStatus('t', 'SUCCESS');
  });

  function startService(): Promise<ServiceProcess> {
    const url = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href;
    return startServiceProcess(folders, { DATABASE_URL: url, CREATE_TABLES: 'auto' });
  }

  function started(taskId: string): () => Promise<boolean> {
    return async () => (await service.execute(taskId)).body.started;
  }

  async function shown(taskId: string): Promise<TaskJson> {
    return (await service.call(`/tasks/${taskId}`)).body;
  }

  function events(): unknown[] {
    return service.lines.map(({ msg }) => msg);
  }

  /** The tag of each start of a script, in order. */
  async function lines(): Promise<string[]> {
    const text = await readFile(join(folders.root, 'ran'), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
  }

  async function endSessions(which: string): Promise<void> {
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${which} and datname = current_database()`,
    );
  }
});

/** The database says itself that it may not be written to, also to whoever wants to change that. */
async function writable({ url, name }: TestDatabase): Promise<void> {
  const client = new Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
  await client.connect();
  await client.query(`alter database ${name} set default_transaction_read_only = off`);
  await client.end();
}

function ran(tag: string): string {
  return `echo ${tag} >> ran`;
}

function untilThere(file: string): string {
  return `until [ -e ${file} ]; do sleep 0.05; done`;
}

async function timed<Answer extends object>(answer: Promise<Answer>): Promise<Answer & { readonly ms: number }> {
  const begun = performance.now();
  return { ...(await answer), ms: performance.now() - begun };
}
