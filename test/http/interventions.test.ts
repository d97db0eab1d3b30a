/** What operators do to tasks that do not run, over HTTP with real runs, and against executes at the same time. */

import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hasErrorCode } from '../../src/scripts/log-errors.ts';
import { eventually } from '../support/eventually.ts';
import { type LoggedEvents, recordEvents } from '../support/logged-events.ts';
import { type LiveHttp, openLiveHttp } from '../support/live-http.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { openRealRooms, type RealRooms } from '../support/real-rooms.ts';
import { openInstance } from '../support/two-instances.ts';

const SECRET = 'a-secret';
const ROUNDS = 100;
const AT_ONCE = 10;

describe('deleting over HTTP', () => {
  let live: LiveHttp;

  before(async () => {
    live = await openLiveHttp();
  });

  after(() => live.close());

  it('answers 204 without a body, and from then on 404', async () => {
    await live.rooms.createTask('gone', ['true']);
    const response = await live.call('/tasks/gone', { method: 'DELETE' });
    expect(response.status).to.equal(204);
    expect(await response.text()).to.equal('');
    for (const method of ['GET', 'DELETE']) expect((await live.call('/tasks/gone', { method })).status).to.equal(404);
    expect((await live.call('/tasks/gone/steps/1/log')).status).to.equal(404);
  });
});

describe('changing a step over HTTP', () => {
  let live: LiveHttp;
  let log: LoggedEvents;

  before(async () => {
    log = recordEvents();
    live = await openLiveHttp({ logger: log.logger });
  });

  after(() => live.close());

  it('mends a script: the step as it is then, its reason as its message and in the audit', async () => {
    await live.rooms.createTask('mended', ['exit 3', 'true']);
    await ended('mended');
    const script = `echo ${'"'.repeat(60_000)}`;
    const response = await change('PUT', '/tasks/mended/steps/1', { script, reason: 'it quoted wrongly' });
    expect(response.status).to.equal(200);
    const step = await response.json();
    expect(step).to.include({ stepNo: 1, status: 'FAILED', exitCode: 3, attempts: 1, script });
    expect(step).to.include({ message: 'script mended by local: it quoted wrongly' });
    expect(await (await live.call('/tasks/mended/steps/1')).json()).to.deep.equal(step);
    const audited = log.events.find(({ operation }) => operation === 'mendStep');
    expect(audited).to.include({ who: 'local', taskId: 'mended', stepNo: 1, reason: 'it quoted wrongly', status: 200 });
    expect(JSON.stringify(log.events)).to.not.include('echo');
  });

  it('resolves a step: the step as it is then, its task with it', async () => {
    await live.rooms.createTask('resolved', ['exit 3']);
    await ended('resolved');
    const reason = 'made by hand';
    const response = await change('POST', '/tasks/resolved/steps/1/resolve', { status: 'SUCCESS', reason });
    expect(response.status).to.equal(200);
    const step = await response.json();
    expect(step).to.include({
      status: 'SUCCESS',
      exitCode: null,
      message: 'resolved as SUCCESS by local: made by hand',
    });
    expect(await (await live.call('/tasks/resolved/steps/1')).json()).to.deep.equal(step);
    expect(await (await live.call('/tasks/resolved')).json()).to.include({ status: 'SUCCESS', successSteps: 1 });
    const audited = log.events.find(({ operation }) => operation === 'resolveStep');
    expect(audited).to.include({ taskId: 'resolved', stepNo: 1, reason, status: 200 });
  });

  it('hides a secret that the reason has in it, and is seen by whoever waits for the step', async () => {
    await live.rooms.createTask('masked', ['true']);
    const { headers } = await live.call('/tasks/masked/steps/1');
    const waiting = live.call('/tasks/masked/steps/1?wait=30', {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    const response = await change('PUT', '/tasks/masked/steps/1', {
      script: 'true',
      reason: `not postgres://tms:${SECRET}@db/tms any more`,
    });
    expect(await response.json()).to.include({
      message: 'script mended by local: not postgres://tms:***@db/tms any more',
    });
    expect(await (await waiting).json()).to.include({
      message: 'script mended by local: not postgres://tms:***@db/tms any more',
    });
  });

  it('says which step it will not mend', async () => {
    await live.rooms.createTask('done', ['true']);
    await ended('done');
    const response = await change('PUT', '/tasks/done/steps/1', { script: 'false', reason: 'why' });
    expect(response.status).to.equal(409);
    expect(await response.json()).to.include({ type: '/problems/step-succeeded', taskId: 'done' });
  });

  async function ended(taskId: string): Promise<void> {
    await live.supervisor.execute(taskId, 'ann');
    await eventually('the run to end', () => live.supervisor.view(taskId) === undefined);
  }

  function change(method: string, path: string, body: object): Promise<Response> {
    return live.call(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
});

describe('an execute and a deletion at once', () => {
  let rooms: RealRooms;
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
    const open = () =>
      Promise.resolve({
        connection: { url: database.url },
        query: (sql: string, values?: readonly unknown[]) => database.query(sql, values),
        close: () => database.drop(),
      });
    rooms = await openRealRooms({ open, claims: { owner: 'near:1:aa', patienceMs: 60_000, maxRunning: 100 } });
  });

  after(() => rooms.close());

  it('on one instance never start a script of a task that was deleted', async () => {
    const live = await openLiveHttp({}, rooms);
    await race(live, live, 'one');
    await live.close();
    await rooms.closeSupervisors();
  });

  it('on two instances never start a script of a task that was deleted', async () => {
    const persistence = await openInstance(database.url, 'far:2:bb');
    const near = await openLiveHttp({}, rooms);
    const supervisor = rooms.supervise({ persistence, claims: persistence.claims });
    const far = await openLiveHttp({ persistence, supervisor }, rooms);
    await race(near, far, 'two');
    await Promise.all([near.close(), far.close()]);
    await rooms.closeSupervisors();
    await persistence.close();
  });

  /** Each task has scripts that leave a line for each start. */
  async function race(executing: LiveHttp, deleting: LiveHttp, prefix: string): Promise<void> {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, index) => round + index);
      const pairs = some.map((one) =>
        raceOne(executing, deleting, { taskId: `${prefix}-${one}`, isSwapped: one % 2 === 0 }),
      );
      for (const pair of await Promise.all(pairs)) seen.add(pair);
    }
    // Else neither was ever in the other's way.
    expect(
      [...seen].some((pair) => pair.endsWith(' 204')),
      [...seen].join(', '),
    ).to.equal(true);
    expect(seen.size, [...seen].join(', ')).to.be.greaterThan(1);
  }

  async function raceOne(
    executing: LiveHttp,
    deleting: LiveHttp,
    { taskId, isSwapped }: { readonly taskId: string; readonly isSwapped: boolean },
  ): Promise<string> {
    const witness = join(rooms.scripts.folder, taskId);
    await rooms.createTask(taskId, [`echo started >> ${witness}`, `echo started >> ${witness}`]);
    const execute = () => executing.call(`/tasks/${taskId}/execute`, { method: 'POST' });
    const remove = async () => {
      const { status } = await deleting.call(`/tasks/${taskId}`, { method: 'DELETE' });
      return { status, startedBefore: await linesOf(witness) };
    };
    const asked = isSwapped ? swap([remove(), execute()] as const) : ([execute(), remove()] as const);
    const [{ status: executed }, { status: deleted, startedBefore }] = await Promise.all(asked);
    expect(executed).to.be.oneOf([202, 404, 503]);
    expect(deleted).to.be.oneOf([204, 409, 503]);
    if (deleted !== 204) await untilDeleted(deleting, taskId);
    else expect(await linesOf(witness)).to.equal(startedBefore);
    if (executed !== 202) expect(await linesOf(witness)).to.equal(0);
    expect(await rooms.persistence.readTask(taskId)).to.equal(null);
    return `${executed} ${deleted}`;
  }
});

function swap<A, B>([one, other]: readonly [A, B]): readonly [B, A] {
  return [other, one];
}

async function linesOf(path: string): Promise<number> {
  try {
    return (await readFile(path, 'utf8')).split('\n').length - 1;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** It may run for a moment. */
async function untilDeleted(live: LiveHttp, taskId: string): Promise<void> {
  for (;;) {
    const { status } = await live.call(`/tasks/${taskId}`, { method: 'DELETE' });
    if (status === 204) return;
    expect(status).to.be.oneOf([409, 503]);
  }
}
