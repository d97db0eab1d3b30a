/** Executes beyond the rate: which count, which are refused, and which never. */

import { request } from 'node:http';

import { expect } from 'chai';

import { Refusal } from '../../../src/domain/refusal.ts';
import type { TokenBook } from '../../../src/http/access/token-book.ts';
import { openRate } from '../../../src/http/load/rate.ts';
import type { Rooms } from '../../../src/http/rooms.ts';
import type { HttpServer } from '../../../src/http/server.ts';
import { holdRuns, type HeldRuns } from '../../support/held-runs.ts';
import { openHttpService, problemOf } from '../../support/http-service.ts';
import { serveRooms } from '../../support/serve-rooms.ts';
import { unusedRooms } from '../../support/unused-rooms.ts';

const SNAPSHOT = { status: 'RUNNING', totalSteps: 3, successSteps: 1 };

const RATE = 2;

/** Whoever shows a name is taken by it. */
const BOOK: TokenBook = {
  find: (name) => ({ name, role: 'operate', sha256: Buffer.alloc(32) }),
  reload: () => undefined,
  onReload: () => () => undefined,
};

describe('executes beyond the rate', () => {
  const elsewhere = new Map<string, string>();
  let runs: HeldRuns;
  let server: HttpServer;

  beforeEach(() => open());

  afterEach(() => server.close());

  async function open(tokens: TokenBook | null = null): Promise<void> {
    elsewhere.clear();
    runs = holdRuns();
    runs.whenExecuted = (taskId) => Promise.resolve({ state: 'started', snapshot: { ...SNAPSHOT, taskId } });
    const unused = unusedRooms();
    const persistence = { ...unused.persistence, claims: { findOwners: () => Promise.resolve(elsewhere) } };
    const rates: Rooms['rates'] = { execute: openRate(RATE, 60_000), wrongTokens: null };
    server = await serveRooms({ ...unused, persistence, rates, tokens, supervisor: runs });
  }

  function execute(taskId: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${server.url}/api/v1/init/tasks/${taskId}/execute`, { method: 'POST', headers });
  }

  async function useUp(headers: Record<string, string> = {}): Promise<void> {
    for (let n = 0; n < RATE; n += 1) expect((await execute(`used-${n}`, headers)).status).to.equal(202);
  }

  function runElsewhere(taskId: string): void {
    elsewhere.set(taskId, 'other:1:abc');
    runs.whenExecuted = () => Promise.resolve({ state: 'running', snapshot: { ...SNAPSHOT, taskId } });
  }

  it('are refused, with when to try again, and start nothing', async () => {
    await useUp();
    runs.asked.length = 0;
    const response = await execute('t');
    expect(Number(response.headers.get('retry-after'))).to.be.within(1, 60);
    expect(await problemOf(response)).to.include({ status: 429, code: 'too-many-requests', taskId: 't' });
    expect(runs.asked).to.deep.equal([]);
  });

  it('are answered as ever where the task runs here, and do not count', async () => {
    runs.running.add('t');
    for (let n = 0; n <= RATE; n += 1) expect((await execute('t')).status).to.equal(202);
    await useUp();
    expect((await execute('t')).status).to.equal(202);
    expect((await execute('other')).status).to.equal(429);
  });

  it('are answered as ever where the task runs elsewhere, and do not count', async () => {
    const { whenExecuted } = runs;
    runElsewhere('t');
    for (let n = 0; n <= RATE; n += 1) expect((await execute('t')).status).to.equal(202);
    runs.whenExecuted = whenExecuted;
    await useUp();
    runElsewhere('t');
    expect(await (await execute('t')).json()).to.include({ started: false });
    expect((await execute('other')).status).to.equal(429);
  });

  it('count also where they were refused for another reason', async () => {
    runs.whenExecuted = (taskId) => Promise.reject(new Refusal('task-not-found', 'Planted.', { taskId }));
    for (let n = 0; n < RATE; n += 1) expect((await execute('unknown')).status).to.equal(404);
    expect((await execute('unknown')).status).to.equal(429);
  });

  it('are counted by the address of the connection, whatever a header says', async () => {
    await useUp({ 'X-Forwarded-For': '192.0.2.1' });
    expect((await execute('t', { 'X-Forwarded-For': '192.0.2.2' })).status).to.equal(429);
    expect(await executeFrom('127.0.0.2')).to.equal(202);
  });

  it('are counted by name where there are tokens', async () => {
    await server.close();
    await open(BOOK);
    await useUp({ Authorization: 'Bearer ann' });
    expect((await execute('t', { Authorization: 'Bearer ann' })).status).to.equal(429);
    expect((await execute('t', { Authorization: 'Bearer bob' })).status).to.equal(202);
  });

  it('are refused by a service that has such a rate among its settings', async () => {
    const service = await openHttpService(null, { executeRate: 1 });
    service.runs.whenExecuted = runs.whenExecuted;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => service.call(`/tasks/t-${n}/execute`, { method: 'POST' })),
    );
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).to.equal('1');
    await service.close();
  });

  function executeFrom(localAddress: string): Promise<number | undefined> {
    const asked = request(`${server.url}/api/v1/init/tasks/t/execute`, { method: 'POST', localAddress });
    return new Promise((resolve, reject) => {
      asked.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
      asked.end();
    });
  }
});
