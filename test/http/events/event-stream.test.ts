/** A stream of events towards readers that read, stand still, leave, and stay until the service ends. */

import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { beginEventStream, type EventStream } from '../../../src/http/events/event-stream.ts';
import { formatEvent } from '../../../src/http/events/format-event.ts';
import { eventually } from '../../support/eventually.ts';
import { readEvents } from '../../support/event-client.ts';

const LIMIT = 64 * 1024;

const ignore = () => undefined;

describe('a stream of events', () => {
  let server: Server;
  let stream: EventStream;
  let response: ServerResponse;
  let url: string;

  beforeEach(async () => {
    server = createServer((_, answer) => {
      response = answer;
      stream = beginEventStream(answer, { heartbeatMs: 20, mostWaitingBytes: LIMIT });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const texts: readonly (readonly [string, Parameters<typeof formatEvent>[0], string])[] = [
    ['all parts', { id: 'a:1', event: 'step', data: { n: 1 } }, 'id: a:1\nevent: step\ndata: {"n":1}\n\n'],
    ['no id', { event: 'step', data: 1 }, 'event: step\ndata: 1\n\n'],
    ['no name', { id: '7', data: 'a\r\nb\n\n:c' }, 'id: 7\ndata: "a\\r\\nb\\n\\n:c"\n\n'],
  ];
  for (const [what, event, text] of texts) {
    it(`writes an event with ${what} so that no line of it can be taken for another`, () => {
      expect(formatEvent(event)).to.equal(text);
    });
  }

  it('tells its type, when to come back, and that it lives', async () => {
    const client = await readEvents(url);
    expect(client.response.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(client.response.headers.get('cache-control')).to.equal('no-store');
    await eventually('heartbeats', () => client.comments.length > 2);
    client.leave();
  });

  it('ends for its reader when it is ended, with all that was sent', async () => {
    const client = await readEvents<{ n: number }>(url);
    for (let n = 0; n < 3; n += 1) stream.send(formatEvent({ data: { n } }));
    stream.end();
    expect((await client.untilOver()).map(({ data }) => data.n)).to.deep.equal([0, 1, 2]);
    stream.send('nobody hears this');
  });

  it('tells when its reader has left, and takes what is sent after that', async () => {
    const client = await readEvents(url);
    const over = new Promise<void>((resolve) => {
      stream.onEnd(resolve);
    });
    client.leave();
    await over;
    stream.send(formatEvent({ data: 1 }));
    let isToldAgain = false;
    stream.onEnd(() => (isToldAgain = true));
    expect(isToldAgain).to.equal(true);
  });

  it('drops a reader that takes nothing once more waits than it may, and never holds much more', async () => {
    const socket = await standStill();
    const text = formatEvent({ data: 'x'.repeat(8 * 1024) });
    let largest = 0;
    await eventually('the reader to be dropped', () => {
      for (let n = 0; n < 20; n += 1) {
        stream.send(text);
        if (!response.destroyed) largest = Math.max(largest, response.writableLength);
      }
      return response.destroyed;
    });
    expect(largest).to.be.within(LIMIT, LIMIT + 2 * text.length);
    socket.destroy();
  });

  it('lets a first event be larger than that, and still drops who does not take it', async () => {
    const socket = await standStill();
    stream.sendFirst(Buffer.from(formatEvent({ data: 'x'.repeat(8 * 1024 * 1024) })), ignore);
    stream.send(formatEvent({ data: 'and on' }));
    expect(response.destroyed).to.equal(false);
    expect(stream.isTaken()).to.equal(false);
    for (let n = 0; n < 20 && !response.destroyed; n += 1) stream.send(formatEvent({ data: 'x'.repeat(8 * 1024) }));
    expect(response.destroyed).to.equal(true);
    socket.destroy();
  });

  it('writes no heartbeats to a reader that stands still', async () => {
    const socket = await standStill();
    stream.sendFirst(Buffer.from(formatEvent({ data: 'x'.repeat(8 * 1024 * 1024) })), ignore);
    const waiting = response.writableLength;
    const beats: number[] = [];
    await eventually('some heartbeats to be due', () => beats.push(response.writableLength) > 10, { everyMs: 20 });
    expect(Math.max(...beats)).to.be.at.most(waiting);
    socket.destroy();
  });

  async function standStill(): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    const asked = once(server, 'request');
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await asked;
    return socket;
  }
});
