/** Several services on one PostgreSQL, of one host (they share the folder of step locks) or of two (they do not). */

import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { acceptedBy } from '../support/accepted-by.ts';
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

/**
 * A claim is given up 5 s before that, so a second after its loss where it is 6 s. Whoever takes from another host waits for
 * 4 s: so much longer that it is given up by then on a busy machine too.
 */
const TAKEOVER_DELAYS_S = { near: 60, far: 6, stranger: 4 };

describe('several instances on one PostgreSQL', () => {
  let database: TestDatabase;
  let folders: ServiceFolders;
  let proxy: TcpProxy;
  /** Three of them, for all that follows: two of one host, one of which is behind the proxy, and one of another host. */
  let near: ServiceProcess;
  let far: ServiceProcess;
  let stranger: ServiceProcess;

  before(async () => {
    database = await createTestDatabase();
    folders = await makeServiceFolders();
    const { hostname, port } = new URL(database.url);
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    near = await instance('near', { host: 'one' });
    far = await instance('far', { host: 'one', address: `127.0.0.1:${proxy.port}` });
    stranger = await instance('stranger', { host: 'two' });
  });

  afterEach(async () => {
    await proxy.set('pass');
    await eventually('the far one to be back', async () => (await fetch(`${far.url}/readyz`)).status === 200);
  });

  after(async () => {
    await Promise.all([near, far, stranger].map((service) => service.end('SIGKILL')));
    await proxy.close();
    await database.drop();
    await folders.remove();
  });

  it('F59: start a run each time two of them race for a task that has just FAILED', async () => {
    const two = [near, stranger];
    await near.createTask('again', [`${once('x')}; exit 3`]);
    const rounds = 5;
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(two.map((service) => acceptedBy(service, 'again')));
      expect(answers.some(({ body }) => body.started)).to.equal(true);
      await eventually('both to see the end', async () => {
        const seen = await Promise.all(two.map((service) => service.call('/tasks/again')));
        return seen.every(({ body }) => body.status === 'FAILED' && !body.active);
      });
    }
    expect((await ran('again')).length).to.be.at.least(rounds);
  });

  it('F59: start one run among 60 executes of three of them, and each step once', async () => {
    const all = [near, far, stranger];
    await near.createTask('race', [once('1'), `${once('2')}; until [ -e go ]; do sleep 0.1; done`]);
    const askers = Array.from({ length: 20 }, () => all).flat();
    const answers = await Promise.all(askers.map((service) => service.execute('race')));
    expect(answers.filter(({ status }) => status !== 202)).to.deep.equal([]);
    expect(answers.filter(({ body }) => body.started)).to.have.length(1);
    await writeFile(join(folders.root, 'go'), '');
    await near.untilStatus('race', 'SUCCESS');
    expect(await ran('race')).to.deep.equal(['1', '2']);
  });

  it('tell on each of them who runs a task, and cancel it from another one', async () => {
    await near.createTask('long', ['sleep 120']);
    expect((await near.execute('long')).body.started).to.equal(true);
    expect((await far.execute('long')).body).to.include({ started: false, status: 'RUNNING' });
    const seen = (await far.call('/tasks/long')).body;
    expect(seen.active).to.equal(true);
    expect(seen.owner).to.match(new RegExp(`^near:${near.pid}:`));
    expect((await far.call('/tasks/long/cancel', { method: 'POST' })).status).to.equal(202);
    await near.untilStatus('long', 'FAILED');
  });

  it('cancel it where an execute and a cancel come at once to one that does not run it', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const taskId = `both-${round}`;
      await near.createTask(taskId, ['sleep 60']);
      await near.execute(taskId);
      const cancel = () => stranger.call(`/tasks/${taskId}/cancel`, { method: 'POST' });
      const [accepted, cancelled] = await Promise.all([stranger.execute(taskId), cancel()]);
      expect(cancelled.status, JSON.stringify(cancelled.body)).to.equal(202);
      // It may be told that the run is ending, or be answered behind that end, and have started another one.
      if (accepted.body.started) await eventually('that to be cancelled', async () => (await cancel()).status === 202);
      await near.untilStatus(taskId, 'FAILED');
    }
  });

  it('F62: a run cut off from the database ends its script before another host takes the task, and writes nothing late', async () => {
    await startThere(far, 'cut', `${alone('s')}; ${unlessThere('taken')}`);
    const told = events(far).length;
    await proxy.set('blackhole');
    await eventually('the loss to be noticed', () => events(far).slice(told).includes('claims.lost'));
    // The server frees the claims of a host that is gone after some 25 s; here the administrator does it.
    await endClaimSession('far');
    const taken = await eventually('the claim to be free', () => executed(stranger, 'cut'));
    expect(taken?.body.started).to.equal(true);
    expect((await stranger.call('/tasks/cut')).body.message).to.include('another host');
    await writeFile(join(folders.root, 'taken'), '');
    await stranger.untilStatus('cut', 'SUCCESS');
    expect(await ran('cut')).to.deep.equal(['s', 's']);
    await proxy.set('pass');
    const [step] = await stranger.steps('cut');
    expect(step).to.include({ status: 'SUCCESS', attempts: 2 });
    expect(eventsOf(far, 'cut')).to.include('claim.gone').and.to.not.include('step.succeeded');
  });

  it('F35: a run whose claim somebody else took is killed at once and writes nothing', async () => {
    await startThere(far, 'taken-away', `${once('s')}; ${unlessThere('taken-away')}`);
    await proxy.set('refuse');
    await writeFile(join(folders.root, 'taken-away'), '');
    await eventually('another one to take it', () => executed(near, 'taken-away'));
    await near.untilStatus('taken-away', 'SUCCESS');
    await proxy.set('pass');
    await eventually('the first one to give up', () => eventsOf(far, 'taken-away').includes('claim.gone'));
    expect((await near.steps('taken-away'))[0]).to.include({ status: 'SUCCESS', attempts: 2 });
  });

  it('F35, F80: a run goes on when its claim is lost and had again', async () => {
    await startThere(near, 'goes-on', `${once('1')}; until [ -e had-again ]; do sleep 0.1; done`, once('2'));
    await endClaimSession('near');
    await eventually('the claim to be had again', () => events(near).includes('claims.regained'));
    await writeFile(join(folders.root, 'had-again'), '');
    await near.untilStatus('goes-on', 'SUCCESS');
    expect(await ran('goes-on')).to.deep.equal(['1', '2']);
    expect(events(near)).to.include('claims.lost');
  });

  it('F64: somebody else who holds the lock of a task keeps it from running, and is told as busy, not as an error', async () => {
    await near.createTask('locked', [once('s')]);
    const somebody = await lockRow(database, "select pg_advisory_lock(hashtextextended('tms_init_task:locked', 0))");
    const { status, body } = await near.execute('locked');
    expect(status).to.equal(503);
    expect(body).to.include({ type: '/problems/ending' });
    // Not by its end, of which the server hears some time later.
    await somebody.query('select pg_advisory_unlock_all()');
    await somebody.end();
    expect((await near.execute('locked')).body.started).to.equal(true);
    await near.untilStatus('locked', 'SUCCESS');
    expect(await ran('locked')).to.deep.equal(['s']);
  });

  it('F63: one that stands still between claim and accept starts nothing twice', async () => {
    await near.createTask('still', [once('s')]);
    process.kill(near.pid, 'SIGSTOP');
    expect((await stranger.execute('still')).body.started).to.equal(true);
    await stranger.untilStatus('still', 'SUCCESS');
    process.kill(near.pid, 'SIGCONT');
    expect((await near.execute('still')).status).to.equal(200);
    expect(await ran('still')).to.deep.equal(['s']);
  });

  it('F61: take over at once what a killed one of the same host ran, after ending its script', async () => {
    await startThere(near, 'orphan', `${alone('s')}; ${unlessThere('killed')}`);
    await near.end('SIGKILL');
    await eventually('the interruption to be seen', async () => !(await far.call('/tasks/orphan')).body.active);
    await writeFile(join(folders.root, 'killed'), '');
    await eventually('another one to take it', () => executed(far, 'orphan'));
    await far.untilStatus('orphan', 'SUCCESS');
    expect(await ran('orphan')).to.deep.equal(['s', 's']);
  });

  async function instance(
    name: keyof typeof TAKEOVER_DELAYS_S,
    { host, address }: { readonly host: string; readonly address?: string },
  ): Promise<ServiceProcess> {
    const url = new URL(database.url);
    if (address !== undefined) url.host = address;
    return startServiceProcess(folders, {
      DATABASE_URL: url.href,
      CREATE_TABLES: 'auto',
      INSTANCE: name,
      LOCK_DIR: join(folders.root, `locks-${host}`),
      TAKEOVER_DELAY: String(TAKEOVER_DELAYS_S[name]),
      LOG_LEVEL: 'debug',
    });
  }

  /** Creates a task, executes it and waits until its first script has told its tag. */
  async function startThere(service: ServiceProcess, taskId: string, ...scripts: readonly string[]): Promise<void> {
    await service.createTask(taskId, scripts);
    await eventually('the run to start', () => executed(service, taskId));
    await eventually('the script to run', async () => (await ran(taskId)).length === 1);
  }

  /** The tag of each start of a script of the task, in order. */
  async function ran(taskId: string): Promise<string[]> {
    const text = await readFile(join(folders.root, `ran-${taskId}`), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
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
  return `echo ${tag} >> ran-$TASK_ID`;
}

/** The same, and it tells of another one of its step that lives at the same time. */
function alone(tag: string): string {
  return `exec 9>probe-$TASK_ID; flock -n 9 || ${once('overlap')}; ${once(tag)}`;
}

/** A script that lasts, but in its second attempt. */
function unlessThere(file: string): string {
  return `[ -e ${file} ] || sleep 60`;
}

/** Null while another one holds the task. */
async function executed(service: ServiceProcess, taskId: string) {
  const answer = await service.execute(taskId);
  return answer.body.started ? answer : null;
}

function events(service: ServiceProcess): unknown[] {
  return service.lines.map(({ msg }) => msg);
}

function eventsOf(service: ServiceProcess, taskId: string): unknown[] {
  return service.lines.filter((line) => line['taskId'] === taskId).map(({ msg }) => msg);
}
