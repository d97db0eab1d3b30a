/** The listening server: its limits, its errors, its end. */

import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';

import { expect } from 'chai';
import Koa from 'koa';

import { type HttpServer, listen, type ServerLimits } from '../../src/http/server.ts';
import { eventually } from '../support/eventually.ts';
import { exchange } from '../support/raw-request.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { usualHttp } from '../support/usual-http.ts';

describe('the HTTP server', () => {
  const opened: HttpServer[] = [];

  afterEach(() => Promise.all(opened.splice(0).map((server) => server.close())));

  async function open(app: Koa, limits: Partial<ServerLimits> = {}): Promise<HttpServer> {
    const server = await listenAt({ app, limits });
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
    const error = await failure(listenAt({ app: answering('there'), port }));
    expect(error.message).to.equal(`Port ${port} on 127.0.0.1 is in use already; set PORT to another one.`);
  });

  it('says in one line that an address is not of this machine', async () => {
    const error = await failure(listenAt({ app: answering('there'), host: '192.0.2.1' }));
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

  it('gives headers no more time than the whole request has', async () => {
    const { port } = await open(answering('here'), { headersMs: 60_000, requestMs: 200 });
    expect((await exchange(port, 'GET / HTTP/1.1\r\nHost: local')).status).to.equal(408);
  });

  it('sets no limit where it is told 0', async () => {
    const { url } = await open(answering('here'), { headersMs: 0, requestMs: 0 });
    expect((await fetch(url)).status).to.equal(200);
  });

  it('answers 431 where the headers are larger than it is told', async () => {
    const { url } = await open(answering('here'), { maxHeaderBytes: 2000 });
    expect((await fetch(url, { headers: { 'X-Long': 'x'.repeat(1000) } })).status).to.equal(200);
    const response = await fetch(url, { headers: { 'X-Long': 'x'.repeat(2000) } });
    expect(response.status).to.equal(431);
    expect(await response.json()).to.include({ type: '/problems/headers-too-large' });
  });

  it('ends a connection whose client takes nothing of its answer', async () => {
    const responses: ServerResponse[] = [];
    const app = new Koa().use((ctx) => {
      responses.push(ctx.res);
      ctx.body = new Readable({ read: endless });
    });
    app.silent = true;
    const { port } = await open(app, { stillMs: 200 });
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await eventually('the answer is given up', () => responses[0]?.closed);
    expect(responses[0]?.writableFinished).to.equal(false);
    socket.destroy();
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
    // Longer than the test waits: it is the close that ends the connection.
    const server = await listenAt({ app, limits: { closeMs: 120_000, stillMs: 120_000, headersMs: 120_000 } });
    const { url, port } = server;
    const still = connect(port, '127.0.0.1');
    await once(still, 'connect');
    const answer = fetch(url);
    await began.promise;
    const closed = server.close();
    await eventually('the still connection is closed', () => still.resume().closed);
    held.resolve('late');
    expect(await (await answer).text()).to.equal('late');
    await closed;
    expect((await failure(fetch(url))).name).to.equal('TypeError');
  });

  it('answers the second of two requests sent at once before it closes', async () => {
    const held = Promise.withResolvers<string>();
    const first = Promise.withResolvers<void>();
    const app = new Koa().use(async (ctx) => {
      if (ctx.path === '/first') ctx.res.once('close', first.resolve);
      ctx.body = ctx.path === '/first' ? 'first' : await held.promise;
    });
    const server = await listenAt({ app, limits: { closeMs: 10_000 } });
    const requests = ['/first', '/second'].map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');
    const answers = exchange(server.port, requests);
    await first.promise;
    const closed = server.close();
    held.resolve('second');
    expect((await answers).body.toString()).to.match(/^firstHTTP.*second$/s);
    await closed;
  });

  it('does not wait for ever for a request in flight', async () => {
    const began = Promise.withResolvers<void>();
    const app = new Koa().use(() => {
      began.resolve();
      return new Promise(() => {});
    });
    const server = await listenAt({ app, limits: { closeMs: 100 } });
    const hanging = request({ port: server.port, host: '127.0.0.1' }).end();
    const broken = once(hanging, 'error');
    await began.promise;
    await server.close();
    await broken;
  });
});

interface Listening {
  readonly app: Koa;
  readonly host?: string;
  readonly port?: number;
  readonly limits?: Partial<ServerLimits>;
}

function listenAt({ app, limits, ...place }: Listening): Promise<HttpServer> {
  return listen(app, { ...usualHttp, ...place, limits: { ...usualHttp.limits, ...limits }, logger: silentLogger });
}

function endless(this: Readable): void {
  this.push(Buffer.alloc(65_536));
}

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
