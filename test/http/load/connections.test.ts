/** Connections beyond the limit: who is refused, who makes room, who finds the door closed. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { expect } from 'chai';
import Koa from 'koa';

import { type HttpServer, listen } from '../../../src/http/server.ts';
import { eventually } from '../../support/eventually.ts';
import { recordEvents } from '../../support/logged-events.ts';
import { exchange, type RawAnswer, sendRaw } from '../../support/raw-request.ts';
import { usualHttp } from '../../support/usual-http.ts';

const MAX_CONNECTIONS = 2;

/** More than the system keeps for a client that reads nothing. */
const LARGE_BYTES = 50_000_000;

const ASK = { method: 'GET', path: '/' };

describe('too many connections', () => {
  const clients: Socket[] = [];
  const answers: Promise<RawAnswer>[] = [];
  let logged: ReturnType<typeof recordEvents>;
  let server: HttpServer;
  let held: PromiseWithResolvers<string>;
  let holding: number;

  beforeEach(async () => {
    logged = recordEvents();
    held = Promise.withResolvers();
    holding = 0;
    const app = new Koa().use(async (ctx) => {
      if (ctx.path === '/held' || ctx.path === '/large') holding += 1;
      if (ctx.path === '/large') ctx.body = Buffer.alloc(LARGE_BYTES);
      else ctx.body = ctx.path === '/held' ? await held.promise : 'here';
    });
    const limits = { ...usualHttp.limits, maxConnections: MAX_CONNECTIONS, untakenMs: 100 };
    server = await listen(app, { ...usualHttp, limits, logger: logged.logger });
  });

  afterEach(async () => {
    held.resolve('');
    await Promise.all(answers.splice(0));
    for (const client of clients.splice(0)) client.destroy();
    await server.close();
  });

  async function connectStill(): Promise<Socket> {
    const client = connect(server.port, '127.0.0.1').resume();
    client.on('error', () => undefined);
    clients.push(client);
    await once(client, 'connect');
    return client;
  }

  function ask(path: string, headers: Readonly<Record<string, string>> = {}) {
    return sendRaw(server.port, { ...ASK, path, headers });
  }

  /** Requests over all connections there may be, which are answered when the test says so. */
  async function holdAll(): Promise<void> {
    for (let n = 0; n < MAX_CONNECTIONS; n += 1) answers.push(ask('/held'));
    await eventually('all connections are in use', () => holding === MAX_CONNECTIONS);
  }

  it('are answered 503, with when to try again, and closed, until there is room', async () => {
    await holdAll();
    const { status, headers, body } = await ask('/path?query');
    expect(status).to.equal(503);
    expect(headers).to.include({ 'content-type': 'application/problem+json', 'retry-after': '2', connection: 'close' });
    expect(JSON.parse(body.toString())).to.include({
      type: '/problems/too-many-connections',
      status: 503,
      instance: '/path',
    });
    held.resolve('answered');
    for (const { body: text } of await Promise.all(answers)) expect(text.toString()).to.equal('answered');
    await eventually('there is room', async () => (await ask('/')).status === 200);
  });

  it('are answered where they ask for health, and closed', async () => {
    await holdAll();
    for (const path of ['/healthz', '/readyz?x']) {
      const { status, headers, body } = await ask(path, { Connection: 'keep-alive' });
      expect({ status, connection: headers['connection'], body: body.toString() }).to.deep.equal({
        status: 200,
        connection: 'close',
        body: 'here',
      });
    }
    expect((await ask('/healthz/x')).status).to.equal(503);
  });

  it('are told in the log once, not once each', async () => {
    await holdAll();
    for (let refused = 0; refused < 3; refused += 1) expect((await ask('/')).status).to.equal(503);
    expect(logged.events).to.deep.equal([
      { event: 'http.too-many-connections', maxConnections: MAX_CONNECTIONS, raise: 'MAX_CONNECTIONS' },
    ]);
  });

  it('get the place of the one that lies still for longest', async () => {
    const first = await connectStill();
    const second = await connectStill();
    await eventually('somebody else is answered', async () => (await ask('/')).status === 200);
    await eventually('the first has ended', () => first.closed);
    expect(second.closed).to.equal(false);
  });

  it('get the place of one that was answered and is kept open', async () => {
    const kept = await connectStill();
    kept.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(kept, 'data');
    answers.push(ask('/held'));
    await eventually('the other is in use', () => holding === 1);
    await eventually('somebody else is answered', async () => (await ask('/')).status === 200);
    await eventually('the kept one has ended', () => kept.closed);
  });

  it('get the place of one that does not take its answer, as soon as that has shown', async () => {
    answers.push(ask('/held'));
    const deaf = connect(server.port, '127.0.0.1').pause();
    deaf.on('error', () => undefined);
    clients.push(deaf);
    deaf.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await eventually('both are in use', () => holding === 2);
    expect((await ask('/')).status).to.equal(503);
    await eventually('there is room', async () => (await ask('/')).status === 200);
    expect(holding).to.equal(2);
  });

  it('get no place from one that had none itself', async () => {
    await holdAll();
    const idle = await connectStill();
    const statuses = new Set<number>();
    const asksUntilEnded = async () => {
      statuses.add((await ask('/')).status);
      return idle.closed;
    };
    await eventually('the idle one has ended', asksUntilEnded);
    expect([...statuses]).to.deep.equal([503]);
  });

  it('do not grow without end: beyond a hundred that wait for their refusal, connections are closed at once', async () => {
    await holdAll();
    const surplus = await Promise.all(Array.from({ length: 101 }, connectStill));
    await eventually('one has ended', () => surplus.some(({ closed }) => closed));
    expect((await exchange(server.port, '').catch(() => ({ status: NaN }))).status).to.not.equal(200);
  });
});
