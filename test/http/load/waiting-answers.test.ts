/** Large answers that clients do not take. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { expect } from 'chai';
import Koa from 'koa';

import { limitWaitingAnswers, openWaitingAnswers } from '../../../src/http/load/waiting-answers.ts';
import { answerProblems } from '../../../src/http/problems/answer-problems.ts';
import type { HttpServer } from '../../../src/http/server.ts';
import { eventually } from '../../support/eventually.ts';
import { mask } from '../../support/mask.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { listenAsUsual } from '../../support/usual-http.ts';

const MIB = 1024 * 1024;

/** More than the buffers of a connection take, of which the largest is that of the sender with 4 MiB. */
const ANSWER_BYTES = 8 * MIB;
const TEXT = 'x'.repeat(ANSWER_BYTES);
const BYTES = Buffer.from(TEXT);
/** A third as many characters. */
const CHINESE = '等'.repeat(ANSWER_BYTES / 3);

describe('large answers that wait for their clients', () => {
  const clients: Socket[] = [];
  let server: HttpServer;
  let answered: number;

  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await server.close();
  });

  /** Room for two of the answers at `/`, which are text, and at `/json`. */
  async function open(patienceMs: number): Promise<void> {
    answered = 0;
    const app = new Koa().on('error', () => undefined);
    app.use(answerProblems({ logger: silentLogger, mask }));
    app.use(limitWaitingAnswers(openWaitingAnswers(2.5 * ANSWER_BYTES, patienceMs)));
    app.use((ctx) => {
      answered += 1;
      if (ctx.path === '/small') ctx.body = 'small';
      else if (ctx.path === '/bytes') ctx.body = BYTES;
      else if (ctx.path === '/json') ctx.body = { text: TEXT };
      else if (ctx.path === '/chinese') ctx.body = { text: CHINESE };
      else ctx.body = TEXT;
    });
    server = await listenAsUsual(app);
  }

  /** Asks so often at once, and reads nothing. */
  async function askAndNotRead(path: string, times = 1): Promise<Socket> {
    const client = connect(server.port, '127.0.0.1').pause();
    client.on('error', () => undefined);
    clients.push(client);
    const before = answered;
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times));
    await eventually('it to be answered', () => answered > before);
    return client;
  }

  const statusOf = async (path: string) => (await fetch(server.url + path)).status;

  it('are refused where they are too much together, and small ones are not', async () => {
    await open(600_000);
    await askAndNotRead('/');
    await askAndNotRead('/json');
    const refused = await fetch(`${server.url}/`);
    expect(refused.status).to.equal(503);
    expect(await refused.json()).to.include({ type: '/problems/too-many-streams' });
    expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
    expect(await statusOf('/json')).to.equal(503);
    expect(await statusOf('/small')).to.equal(200);
  });

  it('count by their bytes, whatever their characters', async () => {
    await open(600_000);
    await askAndNotRead('/chinese');
    await askAndNotRead('/chinese');
    expect(await statusOf('/')).to.equal(503);
  });

  it('count once where they are the same bytes', async () => {
    await open(600_000);
    for (let clientNo = 0; clientNo < 6; clientNo += 1) await askAndNotRead('/bytes');
    await askAndNotRead('/');
    expect(await statusOf('/')).to.equal(503);
  });

  it('make room once they are taken', async () => {
    await open(600_000);
    const client = await askAndNotRead('/');
    await askAndNotRead('/json');
    client.resume();
    await eventually('room', async () => (await statusOf('/')) === 200);
  });

  it('make room once their client has left', async () => {
    await open(600_000);
    const client = await askAndNotRead('/');
    await askAndNotRead('/json');
    client.destroy();
    await eventually('room', async () => (await statusOf('/')) === 200);
  });

  it('make room once they had their time: the one that has waited for longest loses its connection', async () => {
    await open(0);
    const [first, second] = [await askAndNotRead('/'), await askAndNotRead('/json')];
    const lost = once(first, 'close');
    expect(await statusOf('/')).to.equal(200);
    first.resume();
    await lost;
    expect(second.destroyed).to.equal(false);
  });

  it('are kept one at a time for a client that asks for many at once', async () => {
    await open(600_000);
    const client = await askAndNotRead('/', 5);
    expect(await statusOf('/')).to.equal(200);
    expect(answered).to.equal(2);
    let taken = 0;
    client.on('data', (chunk: Buffer) => (taken += chunk.length)).resume();
    await eventually('all of them', () => taken > 5 * ANSWER_BYTES);
    expect(answered).to.equal(6);
  });
});
