/** Several services on one PostgreSQL, of one host (they share the folder of step locks) or of two (they do not). */

import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '../support/eventually.ts';
import { lockRow } from '../support/lock-row.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** A claim is given up 5 s before that, so a second after its loss. */
const TAKEOVER_DELAY_S = 6;

describe('several instances on one PostgreSQL', () => {
  let database: TestDatabase;
  let folders: ServiceFolders;
  let services: ServiceProcess[];
  let proxy: TcpProxy;

  beforeEach(async () => {
    services = [];
    database = await createTestDatabase();
    folders = await makeServiceFolders();
    const { hostname, port } = new URL(database.url);
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  });

  afterEach(async () => {
    await Promise.all(services.map((service) => service.end('SIGKILL')));
    await proxy.close();
    await database.drop();
    await folders.remove();
  });

  it('F59: start one run among 200 executes of three of them, and each step once', async () => {
    const [a, b, c] = [await instance('a'), await instance('b'), await instance('c')];
    await a.createTask('race', [once('1'), `${once('2')}; until [ -e go ]; do sleep 0.1; done`]);
    const answers = await Promise.all(Array.from({ length: 200 }, async (_, n) => [a, b, c][n % 3]?.execute('race')));
    expect(new Set(answers.map((answer) => answer?.status))).to.deep.equal(new Set([202]));
    expect(answers.filter((answer) => answer?.body.started)).to.have.length(1);
    await writeFile(join(folders.root, 'go'), '');
    await b.untilStatus('race', 'SUCCESS');
    expect(await ran()).to.deep.equal(['1', '2']);
  });

  it('F59: start a run each time two of them race for a task that has just FAILED', async () => {
    const [a, b] = [await instance('a'), await instance('b')];
    await a.createTask('again', [`${once('x')}; exit 3`]);
    const rounds = 10;
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all([a, b].map((service) => acceptedBy(service, 'again')));
      expect(answers.some(({ body }) => body.started)).to.equal(true);
      await eventually('both to see the end', async () => {
        const seen = await Promise.all([a, b].map((service) => service.call('/tasks/again')));
        return seen.every(({ body }) => body.status === 'FAILED' && !body.active);
      });
    }
    expect((await ran()).length).to.be.at.least(rounds);
  });

  it('tell on each of them who runs a task, and cancel it from another one', async () => {
    const [a, b] = [await instance('a'), await instance('b')];
    await a.createTask('long', ['sleep 30']);
    expect((await a.execute('long')).body.started).to.equal(true);
    expect((await b.execute('long')).body).to.include({ started: false, status: 'RUNNING' });
    const seen = (await b.call('/tasks/long')).body;
    expect(seen.active).to.equal(true);
    expect(seen.owner).to.match(new RegExp(`^a:${a.pid}:`));
    expect((await b.call('/tasks/long/cancel', { method: 'POST' })).status).to.equal(202);
    const after = await b.execute('long');
    expect(after.status === 503 || after.body.started, JSON.stringify(after)).to.equal(true);
  });

  it('F61: take over at once what a killed one of the same host ran, after ending its script', async () => {
    const [a, b] = [await instance('a'), await instance('b')];
    await a.createTask('orphan', [`exec 9>probe; flock -n 9 || echo overlap >> ran; ${once('s')}; sleep 1`]);
    await a.execute('orphan');
    await eventually('the script to run', async () => (await ran()).length === 1);
    await a.end('SIGKILL');
    await eventually('the interruption to be seen', async () => !(await b.call('/tasks/orphan')).body.active);
    expect((await b.execute('orphan')).body.started).to.equal(true);
    await b.untilStatus('orphan', 'SUCCESS');
    expect(await ran()).to.deep.equal(['s', 's']);
  });

  it('F62: a run cut off from the database ends its script before another host takes the task, and writes nothing late', async () => {
    const [a, b] = [await instance('a', { far: true, host: 'one' }), await instance('b', { host: 'two' })];
    const script = `exec 9>probe; flock -n 9 || echo overlap >> ran; ${once('s')}; [ -e taken ] || sleep 60`;
    await a.createTask('cut', [script]);
    await a.execute('cut');
    await eventually('the script to run', async () => (await ran()).length === 1);
    await proxy.set('blackhole');
    // The server frees the claims of a host that is gone after some 25 s; here the administrator does it.
    await endClaimSession('a');
    const taken = await eventually('the claim to be free', () => executed(b, 'cut'));
    expect(taken?.body.started).to.equal(true);
    expect((await b.call('/tasks/cut')).body.message).to.include('another host');
    await database.query('select 1');
    await markTaken();
    await b.untilStatus('cut', 'SUCCESS');
    expect(await ran()).to.deep.equal(['s', 's']);
    await proxy.set('pass');
    const [step] = await b.steps('cut');
    expect(step).to.include({ status: 'SUCCESS', attempts: 2 });
    expect(events(a)).to.include('claim.gone').and.to.not.include('step.succeeded');
  });

  it('F35, F80: a run goes on when its claim is lost and had again', async () => {
    const a = await instance('a');
    await a.createTask('goes-on', [`${once('1')}; sleep 1`, once('2')]);
    await a.execute('goes-on');
    await eventually('the script to run', async () => (await ran()).length === 1);
    await endClaimSession('a');
    await a.untilStatus('goes-on', 'SUCCESS');
    expect(await ran()).to.deep.equal(['1', '2']);
    expect(events(a)).to.include.members(['claims.lost', 'claims.regained']);
  });

  it('F35: a run whose claim somebody else took is killed at once and writes nothing', async () => {
    const [a, b] = [await instance('a', { far: true }), await instance('b')];
    await a.createTask('taken', [`${once('s')}; [ -e taken ] || sleep 60`]);
    await a.execute('taken');
    await eventually('the script to run', async () => (await ran()).length === 1);
    await proxy.set('refuse');
    await markTaken();
    await eventually('b to take it', async () => (await executed(b, 'taken'))?.body.started);
    await b.untilStatus('taken', 'SUCCESS');
    await proxy.set('pass');
    await eventually('a to give up', () => events(a).includes('claim.gone'));
    expect((await b.steps('taken'))[0]).to.include({ status: 'SUCCESS', attempts: 2 });
  });

  it('F64: somebody else who holds the lock of a task keeps it from running, and is told as busy, not as an error', async () => {
    const a = await instance('a');
    await a.createTask('locked', [once('s')]);
    const somebody = await lockRow(database, "select pg_advisory_lock(hashtextextended('tms_init_task:locked', 0))");
    const { status, body } = await a.execute('locked');
    expect(status).to.equal(503);
    expect(body).to.include({ type: '/problems/ending' });
    await somebody.end();
    expect((await a.execute('locked')).body.started).to.equal(true);
    await a.untilStatus('locked', 'SUCCESS');
    expect(await ran()).to.deep.equal(['s']);
  });

  it('F63: one that stands still between claim and accept starts nothing twice', async () => {
    const [a, b] = [await instance('a'), await instance('b')];
    await a.createTask('still', [once('s')]);
    process.kill(a.pid, 'SIGSTOP');
    expect((await b.execute('still')).body.started).to.equal(true);
    await b.untilStatus('still', 'SUCCESS');
    process.kill(a.pid, 'SIGCONT');
    expect((await a.execute('still')).status).to.equal(200);
    expect(await ran()).to.deep.equal(['s']);
  });

  async function instance(
    name: string,
    { far = false, host = 'one' }: { readonly far?: boolean; readonly host?: string } = {},
  ): Promise<ServiceProcess> {
    const url = new URL(database.url);
    if (far) url.host = `127.0.0.1:${proxy.port}`;
    const service = await startServiceProcess(folders, {
      DATABASE_URL: url.href,
      CREATE_TABLES: 'auto',
      INSTANCE: name,
      LOCK_DIR: join(folders.root, `locks-${host}`),
      TAKEOVER_DELAY: String(TAKEOVER_DELAY_S),
      LOG_LEVEL: 'debug',
    });
    services.push(service);
    return service;
  }

  /** The tag of each start of a script, in order. */
  async function ran(): Promise<string[]> {
    const text = await readFile(join(folders.root, 'ran'), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
  }

  async function markTaken(): Promise<void> {
    await writeFile(join(folders.root, 'taken'), '');
  }

  async function endClaimSession(name: string): Promise<void> {
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like $1 and datname = current_database()`,
      [`tms-init ${name}:%`],
    );
  }
});

function once(tag: string): string {
  return `echo ${tag} >> ran`;
}

/** Asks again where a run is still ending, as a client has to; no other refusal may come. */
async function acceptedBy(service: ServiceProcess, taskId: string) {
  for (;;) {
    const answer = await service.execute(taskId);
    if (answer.status === 202) return answer;
    expect(answer).to.have.nested.property('body.code', 'ending');
  }
}

/** Null while another one holds the task. */
async function executed(service: ServiceProcess, taskId: string) {
  const answer = await service.execute(taskId);
  return answer.body.started ? answer : null;
}

function events(service: ServiceProcess): unknown[] {
  return service.lines.map(({ msg }) => msg);
}
