/** The listening server: its limits, its errors, its end. */

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';

import { expect } from 'chai';
import Koa from 'koa';

import { type HttpServer, listen, type ServerLimits } from '../../src/http/server.ts';
import { eventually } from '../support/eventually.ts';
import { exchange } from '../support/raw-request.ts';

describe('the HTTP server', () => {
  const opened: HttpServer[] = [];

  afterEach(() => Promise.all(opened.splice(0).map((server) => server.close())));

  async function open(app: Koa, limits: Partial<ServerLimits> = {}): Promise<HttpServer> {
    const server = await listen(app, { host: '127.0.0.1', port: 0, limits });
    opened.push(server);
    return server;
  }

  it('tells where it listens', async () => {
    const { url, port } = await open(answering('here'));
    expect(url).to.equal(`http://127.0.0.1:${port}`);
    expect(await (await fetch(url)).text()).to.equal('here');
  });

  it('says in one line that a port is in use, and how to mend it', async () => {
    const { port } = await open(answering('here'));
    const error = await failure(listen(answering('there'), { host: '127.0.0.1', port }));
    expect(error.message).to.equal(`Port ${port} on 127.0.0.1 is in use already; set PORT to another one.`);
  });

  it('says in one line that an address is not of this machine', async () => {
    const error = await failure(listen(answering('there'), { host: '192.0.2.1', port: 0 }));
    expect(error.message).to.equal('192.0.2.1 is not an address of this machine; set HOST to one that is.');
  });

  it('answers 408 where the headers do not arrive in time', async () => {
    const { port } = await open(answering('here'), { headersMs: 200, requestMs: 400 });
    const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: local');
    expect(answer.status).to.equal(408);
    expect(JSON.parse(answer.body.toString())).to.include({ type: '/problems/request-timeout', status: 408 });
  });

  it('answers 408 where the body does not arrive in time', async () => {
    const app = new Koa({}).use(async (ctx) => {
      await once(ctx.req, 'end');
    });
    app.silent = true;
    const { port } = await open(app, { headersMs: 200, requestMs: 400 });
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc');
    expect(answer.status).to.equal(408);
    expect(answer.headers['content-type']).to.equal('application/problem+json');
  });

  it('ends connections that lie still', async () => {
    const { port } = await open(answering('here'), { stillMs: 200 });
    const socket = connect(port, '127.0.0.1');
    socket.resume();
    await eventually('the connection is closed', () => socket.closed || socket.destroyed);
  });

  it('answers what is in flight before it closes, and ends connections that lie still at once', async () => {
    const held = Promise.withResolvers<string>();
    const began = Promise.withResolvers<void>();
    const app = new Koa().use(async (ctx) => {
      began.resolve();
      ctx.body = await held.promise;
    });
    const server = await listen(app, { host: '127.0.0.1', port: 0, limits: { closeMs: 10_000 } });
    const { url, port } = server;
    const still = connect(port, '127.0.0.1');
    await once(still, 'connect');
    const answer = fetch(url);
    await began.promise;
    const closed = server.close();
    await eventually('the still connection is closed', () => still.resume().closed, { withinMs: 1000 });
    held.resolve('late');
    expect(await (await answer).text()).to.equal('late');
    await closed;
    expect((await failure(fetch(url))).name).to.equal('TypeError');
  });

  it('does not wait for ever for a request in flight', async () => {
    const began = Promise.withResolvers<void>();
    const app = new Koa().use(() => {
      began.resolve();
      return new Promise(() => {});
    });
    const server = await listen(app, { host: '127.0.0.1', port: 0, limits: { closeMs: 100 } });
    const hanging = request({ port: server.port, host: '127.0.0.1' }).end();
    const broken = once(hanging, 'error');
    await began.promise;
    const startedMs = performance.now();
    await server.close();
    expect(performance.now() - startedMs).to.be.lessThan(2000);
    await broken;
  });
});

function answering(body: string): Koa {
  return new Koa().use((ctx) => {
    ctx.body = body;
  });
}

async function failure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => expect.fail('it did not fail'),
    (error: Error) => error,
  );
}
