/** The log line of each change that was asked for. */

import { connect } from 'node:net';

import { expect } from 'chai';

import { createHttpApp } from '../../../src/http/app.ts';
import type { HttpServer } from '../../../src/http/server.ts';
import { eventually } from '../../support/eventually.ts';
import type { HeldRuns } from '../../support/held-runs.ts';
import { type LoggedEvent, type LoggedEvents, recordEvents } from '../../support/logged-events.ts';
import { unusedRooms } from '../../support/unused-rooms.ts';
import { listenAsUsual, usualHttp } from '../../support/usual-http.ts';

const TASK = '/api/v1/init/tasks/setup-shop';

const SNAPSHOT = { taskId: 'setup-shop', status: 'RUNNING', totalSteps: 1, successSteps: 0 };

describe('the audit', () => {
  let server: HttpServer;
  let runs: HeldRuns;
  let log: LoggedEvents;

  beforeEach(async () => {
    log = recordEvents();
    const rooms = unusedRooms();
    runs = rooms.supervisor;
    const ann = { name: 'ann', role: 'operate', sha256: Buffer.alloc(32) } as const;
    const tokens = {
      find: (presented: string) => (presented === 'of-ann' ? ann : null),
      reload: () => undefined,
      onReload: () => () => undefined,
    };
    const app = createHttpApp({ ...rooms, ...usualHttp, tokens, logger: log.logger });
    server = await listenAsUsual(app);
  });

  afterEach(() => server.close());

  it('says who asked for what, from where, and what came of it', async () => {
    runs.whenExecuted = () => Promise.resolve({ state: 'started', snapshot: SNAPSHOT });
    expect((await ask('POST', `${TASK}/execute`, 'of-ann')).status).to.equal(202);
    expect(await auditLine()).to.deep.equal({
      event: 'audit',
      operation: 'executeTask',
      from: '127.0.0.1',
      who: 'ann',
      taskId: 'setup-shop',
      requestId: 'r-1',
      status: 202,
    });
  });

  it('says who was refused for their role', async () => {
    expect((await ask('POST', '/api/v1/init/tasks', 'of-ann')).status).to.equal(403);
    expect(await auditLine()).to.include({ operation: 'createTask', who: 'ann', taskId: null, status: 403 });
  });

  it('says that somebody without a token was refused, whose name nobody knows', async () => {
    expect((await ask('POST', `${TASK}/cancel`, 'of-nobody')).status).to.equal(401);
    const what = { operation: 'cancelTask', taskId: 'setup-shop' };
    expect(await auditLine()).to.include({ ...what, who: null, status: 401 });
  });

  it('tells of what was refused before anybody knew what it is', async () => {
    const headers = { Origin: 'https://attacker.example' };
    expect((await fetch(`${server.url}${TASK}/execute`, { method: 'POST', headers })).status).to.equal(403);
    const what = { method: 'POST', path: `${TASK}/execute` };
    expect(await auditLine()).to.include({ ...what, who: null, taskId: null, status: 403 });
  });

  it('says what came of it where the caller did not wait for the answer', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    runs.whenExecuted = async () => {
      asked.resolve();
      await answer.promise;
      return { state: 'started', snapshot: SNAPSHOT };
    };
    const client = connect(server.port, '127.0.0.1');
    const head = [
      `POST ${TASK}/execute HTTP/1.1`,
      'Host: localhost',
      'Authorization: Bearer of-ann',
      'Content-Length: 0',
    ];
    client.write(`${head.join('\r\n')}\r\n\r\n`);
    await asked.promise;
    client.resetAndDestroy();
    // By the time this is answered the service has seen that one leave.
    await fetch(`${server.url}/healthz`);
    answer.resolve();
    expect(await auditLine()).to.include({ operation: 'executeTask', who: 'ann', from: '127.0.0.1', status: 202 });
  });

  it('is silent about what only reads', async () => {
    await ask('GET', '/openapi.json', 'of-ann');
    await ask('HEAD', `${TASK}/execute`, 'of-ann');
    await eventually('both lines of answers', () => log.events.filter(({ event }) => event === 'http.answered')[1]);
    expect(log.events.some(({ event }) => event === 'audit')).to.equal(false);
  });

  async function ask(method: string, path: string, token: string): Promise<Response> {
    const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': 'r-1' };
    const response = await fetch(server.url + path, { method, headers });
    await response.body?.cancel();
    return response;
  }

  function auditLine(): Promise<LoggedEvent> {
    return eventually('a line of the audit', () => log.events.find(({ event }) => event === 'audit'));
  }
});
