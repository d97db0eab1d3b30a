/** Logs whose readers left while their answers were still to come. */

import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';

import { expect } from 'chai';

import { createHttpApp } from '../../../src/http/app.ts';
import { openLogReader } from '../../../src/scripts/log-reader.ts';
import type { OpenLog } from '../../../src/scripts/open-log.ts';
import { eventually } from '../../support/eventually.ts';
import { type HttpService, openHttpService } from '../../support/http-service.ts';
import { recordEvents } from '../../support/logged-events.ts';
import { unusedRooms } from '../../support/unused-rooms.ts';
import { usualHttp } from '../../support/usual-http.ts';
import { mask } from '../../support/mask.ts';

/** As many as are read at the same time. */
const LOGS_AT_ONCE = 2;

const REQUEST = 'GET /api/v1/init/tasks/left/steps/1/log HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('logs whose reader left', () => {
  const { logger, events } = recordEvents();
  let service: HttpService;
  let server: Server;
  let opened: OpenLog[];
  let asked: number;
  let isReading: boolean;
  let read: PromiseWithResolvers<void>;

  before(async () => {
    service = await openHttpService();
    await service.persistence.createTask({
      taskId: 'left',
      name: 'a task',
      steps: [{ name: 'a step', script: 'true' }],
    });
    await service.database.query("update tms_init_task_step set log_path = '1.log', status = 'SUCCESS'");
    await mkdir(join(service.folder, 'logs'));
    await writeFile(join(service.folder, 'logs/1.log'), 'x'.repeat(1_000_000));
    const answer = heldApp();
    server = createServer((request, response) => {
      asked += 1;
      void answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  beforeEach(() => {
    opened = [];
    asked = 0;
    isReading = false;
    read = Promise.withResolvers();
  });

  after(async () => {
    server.close();
    await service.close();
  });

  /** The application, whose logs are opened when the test says so, and which tells which they were. */
  function heldApp() {
    const { persistence, runs: supervisor } = service;
    const logs = openLogReader({ logDir: join(service.folder, 'logs'), logRoots: [] });
    const open = async (logPath: string) => {
      isReading = true;
      await read.promise;
      const log = await logs.open(logPath);
      opened.push(log);
      return log;
    };
    return createHttpApp({
      ...unusedRooms(),
      persistence,
      supervisor,
      logs: { ...logs, open },
      logger,
      ...usualHttp,
      limits: { ...usualHttp.limits, maxStreams: 1 },
      mask,
    }).callback();
  }

  for (const requests of [1, 4]) {
    it(`are closed where ${requests} of its requests had no answer`, async () => {
      const arrived = once(server, 'connection');
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
      client.write(REQUEST.repeat(requests));
      await eventually('all requests have arrived', () => asked === requests && isReading);
      const [connection] = (await arrived) as [Socket];
      client.destroy();
      await once(connection, 'close');
      read.resolve();
      // For the others, whose turn had not come, none is.
      const most = Math.min(requests, LOGS_AT_ONCE);
      await eventually('the logs were opened', () => opened.length === most);
      await eventually('all logs are closed', async () => (await Promise.all(opened.map(isClosed))).every(Boolean));
      expect(opened).to.have.length(most);
      expect(events.filter(({ event }) => event === 'http.failed')).to.deep.equal([]);
    });
  }

  it('keep nobody else from reading: their places among the answers are free again', async () => {
    read.resolve();
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/init/tasks/left/steps/1/log`);
    expect((await response.text()).length).to.equal(1_000_000);
  });
});

async function isClosed(log: OpenLog): Promise<boolean> {
  try {
    await log.size();
    return false;
  } catch {
    return true; // EBADF
  }
}
