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

  before(async () => {
    database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    folders = await makeServiceFolders();
    service = await startService();
  });

  /** Where what one of the tests has told begins in the log. */
  let told: number;

  beforeEach(() => {
    told = service.lines.length;
  });

  // One service lives through all of them, as one does that runs for months.
  afterEach(async () => {
    await proxy.set('pass');
    await eventually('it to be ready', async () => (await fetch(`${service.url}/readyz`)).status === 200);
  });

  after(async () => {
    await service.end('SIGKILL');
    await proxy.close();
    await database.drop();
    await folders.remove();
  });

  for (const mode of ['refuse', 'blackhole'] as const) {
    it(`F28, F39: refuses execute and reads in time when the network does ${mode}, starts nothing, and heals`, async () => {
      const taskId = `f28-${mode}`;
      await service.createTask(taskId, [ran('1')]);
      await proxy.set(mode);
      const answers = await Promise.all([
        timed(service.execute(taskId)),
        timed(service.call(`/tasks/${taskId}`)),
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
      await eventually('the slot to be free and the run to start', started(taskId));
      await service.untilStatus(taskId, 'SUCCESS');
      expect(await lines(taskId)).to.deep.equal(['1']);
    });
  }

  for (const part of ['answer', 'statement'] as const) {
    it(`F29: decides by the rows whether an accept of which the ${part} was lost is a run`, async () => {
      const taskId = `f29-${part}`;
      await service.createTask(taskId, [ran('1'), ran('2')]);
      const lost = proxy.losses();
      proxy.loseNext(part);
      const first = await service.execute(taskId);
      expect(proxy.losses() - lost).to.equal(1);
      expect(first.status).to.equal(503);
      await eventually('a run', started(taskId));
      await service.untilStatus(taskId, 'SUCCESS');
      expect(await lines(taskId)).to.deep.equal(['1', '2']);
    });

    it(`F33: starts no step twice where the ${part} of a transition was lost`, async () => {
      const taskId = `f33-${part}`;
      await beginStep(taskId, [`${ran('1')}; ${untilTold()}`, ran('2'), ran('3')]);
      const lost = proxy.losses();
      proxy.loseNext(part);
      await goOn(taskId);
      await service.untilStatus(taskId, 'SUCCESS');
      expect(proxy.losses() - lost).to.equal(1);
      expect(await lines(taskId)).to.deep.equal(['1', '2', '3']);
      expect((await service.steps(taskId)).map(({ attempts }) => attempts)).to.deep.equal([1, 1, 1]);
    });
  }

  it('F30: lets a script run through while the connection is cut, and stores its outcome afterwards', async () => {
    await beginStep('f30', [`${ran('1')}; ${untilTold()}; exit 7`]);
    await proxy.set('cut');
    await eventually('the loss to be noticed', () => events().includes('claims.lost'));
    await goOn('f30');
    await proxy.set('pass');
    await service.untilStatus('f30', 'FAILED');
    expect((await service.steps('f30'))[0]).to.include({ status: 'FAILED', exitCode: 7, attempts: 1 });
  });

  it('F31: holds an outcome while the database is away, shows the run, and starts no next step before it is stored', async () => {
    await beginStep('f31', [`${ran('1')}; ${untilTold()}`, ran('2')]);
    await proxy.set('refuse');
    await goOn('f31');
    const isWaiting = async () => (await shown('f31')).message?.includes('waiting for the database');
    await eventually('the outcome to wait', isWaiting);
    expect(await shown('f31')).to.include({ status: 'RUNNING', active: true, successSteps: 0 });
    expect(await lines('f31')).to.deep.equal(['1']);
    await proxy.set('pass');
    await service.untilStatus('f31', 'SUCCESS');
    expect(await lines('f31')).to.deep.equal(['1', '2']);
  });

  it('F32: tells by its record how a script ended that nobody could store before the service was killed', async () => {
    await beginStep('f32', [`${ran('1')}; ${untilTold()}; exit 0`, ran('2')]);
    await proxy.set('refuse');
    await goOn('f32');
    const [step] = await service.steps('f32');
    const record = join(folders.root, 'data/logs', String(step?.logPath).replace(/log$/, 'json'));
    const isRecorded = async () => (await readFile(record, 'utf8')).includes('"exitCode":0');
    await eventually('the end to be recorded', isRecorded);
    await service.end('SIGKILL');
    await proxy.set('pass');
    service = await startService();
    expect((await service.call('/tasks/f32/cancel', { method: 'POST' })).status).to.equal(202);
    await service.untilStatus('f32', 'FAILED');
    expect((await service.steps('f32'))[0]?.message).to.include('had ended with exit code 0');
    await service.execute('f32');
    await service.untilStatus('f32', 'SUCCESS');
    expect(await lines('f32')).to.deep.equal(['1', '1', '2']);
  });

  it('F34: answers on after the end of every pooled connection by the administrator', async () => {
    await service.createTask('f34', [ran('1')]);
    for (let round = 0; round < 8; round += 1) {
      await endSessions("application_name = 'tms-init'");
      const { status } = await service.call('/tasks/f34');
      expect(status).to.be.oneOf([200, 503]);
    }
    await eventually('a run', started('f34'));
    await service.untilStatus('f34', 'SUCCESS');
  });

  it('F40: answers reads in time from a database that takes 2 s for each row, and keeps polls of a run fast', async () => {
    await beginStep('f40', [`${ran('1')}; ${untilTold()}`]);
    const holder = await lockRow(database, 'lock table tms_init_task in access exclusive mode');
    const polls = await Promise.all(Array.from({ length: 50 }, () => timed(service.call('/tasks/f40'))));
    expect(new Set(polls.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const lists = await Promise.all(Array.from({ length: 20 }, () => timed(service.call('/tasks'))));
    expect(new Set(lists.map(({ status }) => status))).to.deep.equal(new Set([503]));
    for (const { ms } of lists) expect(ms).to.be.below(ANSWER_MS);
    await holder.end();
    await goOn('f40');
    await service.untilStatus('f40', 'SUCCESS');
  });

  it('F41: reads from a database that is read-only, and refuses to execute', async () => {
    await service.createTask('f41', [ran('1')]);
    await database.query(`alter database ${database.name} set default_transaction_read_only = on`);
    await proxy.set('cut');
    await proxy.set('pass');
    await eventually('reads', async () => (await service.call('/tasks/f41')).status === 200);
    await eventually('claims', () => events().includes('claims.regained'));
    expect((await service.execute('f41')).status).to.equal(503);
    await writable(database);
    await proxy.set('cut');
    await proxy.set('pass');
    await eventually('a run', started('f41'));
    await service.untilStatus('f41', 'SUCCESS');
    expect(await lines('f41')).to.deep.equal(['1']);
  });

  it('F42, F43: stores a transition again whose statement was cancelled', async () => {
    await beginStep('f42', [`${ran('1')}; ${untilTold()}`, ran('2')]);
    // Its statements wait for this lock, until they are cancelled.
    const holder = await lockRow(database, 'lock table tms_init_task_step in share row exclusive mode');
    await goOn('f42');
    const cancelled = () =>
      database.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where application_name = 'tms-init' and wait_event_type = 'Lock' and datname = current_database()`,
      );
    await eventually('a statement to be cancelled', async () => (await cancelled()).length > 0);
    await holder.end();
    await service.untilStatus('f42', 'SUCCESS');
    expect(await lines('f42')).to.deep.equal(['1', '2']);
  });

  it('F44: refuses in time to execute a task whose row somebody has locked, and frees its slot', async () => {
    await service.createTask('f44', [ran('1')]);
    const holder = await lockRow(database, "select from tms_init_task where task_id = 'f44' for update");
    const { status, body, ms } = await timed(service.execute('f44'));
    expect(status).to.equal(503);
    expect(body).to.include({ type: '/problems/database-unavailable' });
    expect(ms).to.be.below(ANSWER_MS);
    await holder.end();
    await eventually('a run', started('f44'));
    await service.untilStatus('f44', 'SUCCESS');
  });

  function startService(): Promise<ServiceProcess> {
    const url = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href;
    return startServiceProcess(folders, { DATABASE_URL: url, CREATE_TABLES: 'auto' });
  }

  /** Until the first step runs. */
  async function beginStep(taskId: string, scripts: readonly string[]): Promise<void> {
    await service.createTask(taskId, scripts);
    await eventually('a run', started(taskId));
    await eventually('the first step to run', async () => (await lines(taskId)).length === 1);
  }

  function goOn(taskId: string): Promise<void> {
    return writeFile(join(folders.root, `go-${taskId}`), '');
  }

  function started(taskId: string): () => Promise<boolean> {
    return async () => (await service.execute(taskId)).body.started;
  }

  async function shown(taskId: string): Promise<TaskJson> {
    return (await service.call(`/tasks/${taskId}`)).body;
  }

  function events(): unknown[] {
    return service.lines.slice(told).map(({ msg }) => msg);
  }

  /** The tag of each start of a script of the task, in order. */
  async function lines(taskId: string): Promise<string[]> {
    const text = await readFile(join(folders.root, `ran-${taskId}`), 'utf8').catch(() => '');
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
  return `echo ${tag} >> ran-$TASK_ID`;
}

function untilTold(): string {
  return `until [ -e go-$TASK_ID ]; do sleep 0.1; done`;
}

async function timed<Answer extends object>(answer: Promise<Answer>): Promise<Answer & { readonly ms: number }> {
  const begun = performance.now();
  return { ...(await answer), ms: performance.now() - begun };
}
