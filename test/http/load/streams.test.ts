/** Logs that are sent piece by piece to readers that take their time. */

import { once } from 'node:events';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

import { PassThrough, Readable } from 'node:stream';

import { expect } from 'chai';
import Koa from 'koa';

import { taskFolder } from '../../../src/domain/log-path.ts';
import { openStreams } from '../../../src/http/load/streams.ts';
import { answerProblems } from '../../../src/http/problems/answer-problems.ts';
import type { HttpServer } from '../../../src/http/server.ts';
import { journalName } from '../../../src/domain/journal-name.ts';
import { eventually } from '../../support/eventually.ts';
import { type HttpService, openHttpService, problemOf } from '../../support/http-service.ts';
import { mask } from '../../support/mask.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { listenAsUsual, usualHttp } from '../../support/usual-http.ts';

const RUN = '01928374-5647-7abc-8def-0123456789ab';

const LOG = '/tasks/large/steps/1/log';

/** More than the buffers between a service and a reader that takes nothing. */
const LOG_BYTES = 256 * 1024 ** 2;

describe('too many logs at once', () => {
  const readers: Socket[] = [];
  let service: HttpService;

  before(async () => {
    service = await openHttpService(null, { limits: { ...usualHttp.limits, maxStreams: 2, untakenMs: 600_000 } });
    await service.persistence.createTask({
      taskId: 'large',
      name: 'a task',
      steps: [{ name: 'a step', script: 'true' }],
    });
    await service.database.query("update tms_init_task_step set log_path = '1.log', status = 'SUCCESS'");
    await mkdir(join(service.folder, 'logs'));
    await mkdir(join(service.folder, 'logs', taskFolder('large')));
    await writeFile(join(service.folder, 'logs', taskFolder('large'), journalName(RUN)), '{"type":"begin"}\n');
    // A log with a hole: as large as any to its readers.
    await using log = await open(join(service.folder, 'logs/1.log'), 'w');
    await log.truncate(LOG_BYTES);
  });

  after(async () => {
    for (const reader of readers) reader.destroy();
    await service.close();
  });

  /** Takes the first bytes of its answer and no more. */
  async function openReader(): Promise<Socket> {
    const reader = connect(service.server.port, '127.0.0.1');
    readers.push(reader);
    reader.write(`GET /api/v1/init${LOG} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(reader, 'readable');
    return reader;
  }

  async function statusOf(path: string, init?: RequestInit): Promise<number> {
    const response = await service.call(path, init);
    await response.body?.cancel();
    return response.status;
  }

  it('are refused until one of their readers leaves', async () => {
    const first = await openReader();
    await openReader();
    const refused = await service.call(LOG);
    expect(refused.headers.get('retry-after')).to.equal('2');
    expect(refused.headers.has('x-log-size')).to.equal(false);
    expect(await problemOf(refused)).to.include({ status: 503, code: 'too-many-streams', taskId: 'large' });
    first.destroy();
    await eventually('there is a place', async () => (await statusOf(LOG)) === 200);
  });

  it('leave room for everything that is answered in one piece', async () => {
    await eventually('there is a place', async () => (await statusOf(LOG)) === 200);
    await openReader();
    expect(await statusOf(LOG)).to.equal(503);
    expect(await statusOf(LOG, { method: 'HEAD' })).to.equal(200);
    expect(await statusOf(`${LOG}?limit=10`, { headers: { Accept: 'application/json' } })).to.equal(200);
    expect(await statusOf('/tasks/large')).to.equal(200);
  });

  it('journals among them', async () => {
    await eventually('there is no place', async () => (await statusOf(LOG)) === 503);
    expect(await statusOf(`/tasks/large/runs/${RUN}`)).to.equal(503);
    expect(await statusOf(`/tasks/large/runs/${RUN}`, { method: 'HEAD' })).to.equal(200);
  });
});

describe('too many streams', () => {
  const connections: Socket[] = [];
  let server: HttpServer;

  beforeEach(async () => {
    const streams = openStreams(1, 0);
    const app = new Koa().on('error', () => undefined);
    app.use(answerProblems({ logger: silentLogger, mask }));
    app.use((ctx) => {
      streams.take(ctx.res);
      ctx.body = ctx.path === '/still' ? new PassThrough() : new Readable({ read: pushMuch });
      ctx.flushHeaders();
    });
    server = await listenAsUsual(app);
  });

  afterEach(async () => {
    for (const connection of connections.splice(0)) connection.destroy();
    await server.close();
  });

  async function ask(path: string): Promise<Socket> {
    const connection = connect(server.port, '127.0.0.1').on('error', () => undefined);
    connections.push(connection);
    connection.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(connection, 'readable');
    return connection;
  }

  async function status(): Promise<number> {
    const response = await fetch(server.url);
    await response.body?.cancel();
    return response.status;
  }

  it('make room for others where nothing of one is taken', async () => {
    const reader = await ask('/');
    await eventually('there is a place', async () => (await status()) === 200);
    const closed = once(reader, 'close');
    reader.resume();
    await closed;
  });

  it('do not where one has nothing to be taken', async () => {
    await ask('/still');
    for (let look = 0; look < 5; look += 1) expect(await status()).to.equal(503);
  });
});

function pushMuch(this: Readable): void {
  this.push(Buffer.alloc(65_536));
}
