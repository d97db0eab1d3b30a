/** Whose request is answered next where a connection has sent many ahead. */

import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';

import { answerInTurn } from '../../../src/http/load/answer-in-turn.ts';
import { eventually } from '../../support/eventually.ts';

const AHEAD = 50;

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe('requests of two connections', () => {
  it('are answered in turn, however many one of them has sent ahead', async () => {
    const order: string[] = [];
    const answer = answerInTurn(({ url = '' }, response) => {
      order.push(url);
      // While the first one of many is answered, somebody else comes.
      if (order.length === 1) other.connect(port, '127.0.0.1', () => other.write(request('/other')));
      response.end();
    });
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [many, other] = [connect(port, '127.0.0.1'), new Socket()];
    many.write(request('/ahead').repeat(AHEAD));
    await eventually('all are answered', () => order.length === AHEAD + 1);
    expect(order.indexOf('/other')).to.be.below(AHEAD / 2);
    many.destroy();
    other.destroy();
    server.close();
  });
});
