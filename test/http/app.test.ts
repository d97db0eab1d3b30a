/** What the application writes to its log, and what a client that leaves does to it. */

import { once } from 'node:events';
import { connect } from 'node:net';

import { expect } from 'chai';
import type Koa from 'koa';

import { createHttpApp } from '../../src/http/app.ts';
import { type HttpServer, listen } from '../../src/http/server.ts';
import type { Logger } from '../../src/logger.ts';
import { eventually } from '../support/eventually.ts';
import { holdRuns, type HeldRuns } from '../support/held-runs.ts';
import { post } from '../support/http-service.ts';
import { mask } from '../support/mask.ts';
import { exchange, sendRaw } from '../support/raw-request.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { unusedRooms } from '../support/unused-rooms.ts';
import { listenAsUsual, usualHttp } from '../support/usual-http.ts';

interface Line {
  readonly level: string;
  readonly event: string;
  readonly facts: Record<string, unknown>;
}

const EXECUTE = '/api/v1/init/tasks/t/execute';

describe('the HTTP application', () => {
  let app: Koa;
  let server: HttpServer;
  let runs: HeldRuns;
  const lines: Line[] = [];

  before(async () => {
    runs = holdRuns();
    app = createHttpApp({
      ...unusedRooms(),
      supervisor: runs,
      logger: writingTo(lines),
      mask,
      ...usualHttp,
      limits: { ...usualHttp.limits, maxBodyBytes: 100_000 },
    });
    server = await listenAsUsual(app);
  });

  beforeEach(() => {
    lines.length = 0;
  });

  after(() => server.close());

  function answeredLine(): Promise<Line> {
    return eventually('a line of an answer', () => lines.find(({ event }) => event === 'http.answered') as Line);
  }

  it('writes a line for each answer, for those who look closely', async () => {
    await sendRaw(server.port, { method: 'GET', path: '/healthz?x', headers: { 'X-Request-Id': 'r-1' } });
    const { level, facts } = await answeredLine();
    expect(level).to.equal('debug');
    expect(facts).to.include({ requestId: 'r-1', method: 'GET', path: '/healthz', status: 200 });
    expect(facts['durationMs']).to.be.a('number');
  });

  it('writes the fault of its own that it does not tell the caller, with the id of the request', async () => {
    const fault = new TypeError('a fault');
    runs.whenExecuted = () => Promise.reject(fault);
    const response = await fetch(`${server.url}${EXECUTE}`, post());
    expect(response.status).to.equal(500);
    const line = lines.find(({ event }) => event === 'http.failed');
    expect(line?.level).to.equal('error');
    expect(line?.facts).to.include({ requestId: response.headers.get('x-request-id'), path: EXECUTE, err: fault });
  });

  it('goes on where a client leaves before it is answered, and minds no later answer', async () => {
    const answer = Promise.withResolvers<void>();
    runs.whenExecuted = async () => {
      await answer.promise;
      return { state: 'started', snapshot: SNAPSHOT };
    };
    runs.asked.length = 0;
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`POST ${EXECUTE} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`);
    await eventually('the execute has arrived', () => runs.asked.length === 1);
    socket.destroy();
    expect((await answeredLine()).facts).to.include({ status: null });
    answer.resolve();
    expect((await fetch(`${server.url}/healthz`)).status).to.equal(200);
    expect(lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('goes on where a client leaves in the middle of its body, also of a compressed one', async () => {
    for (const encoding of ['', 'Content-Encoding: gzip\r\n']) {
      lines.length = 0;
      const head = `POST ${EXECUTE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${encoding}`;
      const socket = connect(server.port, '127.0.0.1');
      socket.write(`${head}Content-Length: 100\r\n\r\n{`);
      await once(socket, 'ready');
      socket.end();
      socket.resume();
      await answeredLine();
    }
    expect(lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('sees no fault in a body that does not arrive in time', async () => {
    const limits = { ...usualHttp.limits, requestMs: 200 };
    const slow = await listen(app, { ...usualHttp, limits, logger: silentLogger });
    const head = `POST ${EXECUTE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    const { status, body } = await exchange(slow.port, `${head}Content-Length: 100\r\n\r\n{`);
    expect(status).to.equal(408);
    expect(JSON.parse(body.toString())).to.include({ type: '/problems/request-timeout' });
    await answeredLine();
    expect(lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
    await slow.close();
  });

  it('reads a body that is far too large only so far, and then closes the connection', async () => {
    const socket = connect(server.port, '127.0.0.1');
    // The server may close while more is on its way: that is what it is for.
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.write(
      `POST ${EXECUTE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `${(50_000).toString(16)}\r\n${' '.repeat(50_000)}\r\n`;
    let sent = 0;
    const pump = () => {
      while (!socket.destroyed && socket.write(chunk)) sent++;
    };
    socket.on('drain', pump);
    pump();
    await eventually('the connection is closed', () => socket.closed);
    expect(received === '' || received.startsWith('HTTP/1.1 413')).to.equal(true);
    expect((await answeredLine()).facts).to.include({ method: 'POST' });
    expect(sent).to.be.greaterThan(1);
  });
});

const SNAPSHOT = { taskId: 't', status: 'RUNNING', totalSteps: 1, successSteps: 0 };

/** A logger whose lines can be looked at. */
function writingTo(lines: Line[]): Logger {
  const write = (level: string) => (facts: Record<string, unknown>, event: string) =>
    void lines.push({ level, facts, event });
  const levels = ['debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, write(level)]);
  return Object.fromEntries(levels);
}
