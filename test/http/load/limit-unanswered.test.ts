/** Requests that are sent ahead over one connection. */

import { connect, type Socket } from 'node:net';

import { expect } from 'chai';
import Koa from 'koa';

import { type HttpServer, listen } from '../../../src/http/server.ts';
import { eventually } from '../../support/eventually.ts';
import { recordEvents } from '../../support/logged-events.ts';
import { usualHttp } from '../../support/usual-http.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('requests that are sent before the one before was answered', () => {
  const clients: Socket[] = [];
  let logged: ReturnType<typeof recordEvents>;
  let server: HttpServer;
  let held: PromiseWithResolvers<string>;
  let asked: number;

  beforeEach(async () => {
    logged = recordEvents();
    held = Promise.withResolvers();
    asked = 0;
    const app = new Koa().use(async (ctx) => {
      asked += 1;
      ctx.body = await held.promise;
    });
    server = await listen(app, { ...usualHttp, logger: logged.logger });
  });

  afterEach(async () => {
    held.resolve('');
    for (const client of clients.splice(0)) client.destroy();
    await server.close();
  });

  function send(count: number) {
    const client = connect(server.port, '127.0.0.1');
    client.on('error', () => undefined);
    const received = { client, text: '' };
    client.on('data', (chunk) => (received.text += String(chunk)));
    clients.push(client);
    client.write(REQUEST.repeat(count));
    return received;
  }

  it('are answered in their order where they are 10 at most, and so are the next ones', async () => {
    const received = send(10);
    await eventually('the first one is begun', () => asked === 1);
    held.resolve('answer');
    const answers = () => received.text.split('answer').length - 1;
    await eventually('all are answered', () => answers() === 10);
    expect(asked).to.equal(10);
    received.client.write(REQUEST.repeat(10));
    await eventually('the next ones are answered', () => answers() === 20);
    expect(logged.events).to.deep.equal([]);
  });

  it('end their connection where they are more; only the first one was begun, and that is told once', async () => {
    for (const { client } of [send(5000), send(5000)]) await eventually('it has ended', () => client.closed);
    expect(asked).to.equal(2);
    expect(logged.events).to.deep.equal([{ event: 'http.too-many-unanswered', mostUnanswered: 10 }]);
  });
});
