/** Bytes that are no request, behind requests that are: each answer is that of its request. */

import { once } from 'node:events';
import { connect } from 'node:net';

import { expect } from 'chai';
import Koa from 'koa';

import type { HttpServer } from '../../src/http/server.ts';
import { eventually } from '../support/eventually.ts';
import { exchange } from '../support/raw-request.ts';
import { listenAsUsual } from '../support/usual-http.ts';

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('what is no request', () => {
  let server: HttpServer | undefined;

  afterEach(() => server?.close());

  async function open(app: Koa): Promise<number> {
    app.silent = true;
    server = await listenAsUsual(app);
    return server.port;
  }

  it('is refused behind the answers to the requests before it', async () => {
    const held = Promise.withResolvers<string>();
    let arrived = 0;
    const app = new Koa().use(async (ctx) => {
      arrived++;
      ctx.body = await held.promise;
    });
    const socket = connect(await open(app), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.write(`${GET}${GET}nonsense\r\n\r\n`);
    // What arrives as one piece is read in one turn.
    await eventually('the first one is begun', () => arrived === 1);
    held.resolve('held');
    await once(socket, 'close');
    expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).to.deep.equal([
      '200',
      '200',
      '400',
    ]);
  });

  it('is refused at once in the middle of a body that is waited for', async () => {
    const app = new Koa().use(async (ctx) => {
      for await (const chunk of ctx.req) ctx.body = chunk;
    });
    const port = await open(app);
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
    const { status } = await exchange(port, `${head}nonsense\r\n`);
    expect(status).to.equal(400);
  });

  it('breaks the connection in the middle of an answer', async () => {
    const app = new Koa().use((ctx) => {
      ctx.respond = false;
      ctx.res.write('the beginning');
    });
    const port = await open(app);
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.write(head);
    await once(socket, 'data');
    socket.write('nonsense\r\n');
    await once(socket, 'close');
    expect(received).to.contain('the beginning').and.not.contain('problem');
  });

  it('is told that the service is no proxy behind the answers to the requests before it', async () => {
    const held = Promise.withResolvers<string>();
    const began = Promise.withResolvers<void>();
    const app = new Koa().use(async (ctx) => {
      began.resolve();
      ctx.body = await held.promise;
    });
    const socket = connect(await open(app), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.write(`${GET}CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n`);
    await began.promise;
    held.resolve('held');
    await once(socket, 'close');
    expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).to.deep.equal(['200', '405']);
  });

  it('is told that the service is no proxy, and may break off meanwhile', async () => {
    const port = await open(new Koa());
    const { status, headers } = await exchange(port, 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    expect([status, headers['allow']]).to.deep.equal([405, '']);
    const socket = connect(port, '127.0.0.1');
    socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    await once(socket, 'ready');
    socket.resetAndDestroy();
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).to.equal(404);
  });
});
