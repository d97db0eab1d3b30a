/** Logs that real scripts write, read from the real service while they are written. */

import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';

import { expect } from 'chai';

import type { logPageSchema } from '../../src/http/log/answer-page.ts';
import { eventually } from '../support/eventually.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

/** More than may be in memory. `npm run bench:large-log` does it with 2 GB. */
const MUCH = 160 * 1024 ** 2;

type Page = ReturnType<typeof logPageSchema.parse>;

describe('logs of real scripts over HTTP', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;

  before(async function () {
    folders = await makeServiceFolders();
    database = await openPostgres();
    service = await startServiceProcess(folders, database.settings);
  });

  after(async () => {
    await service.end('SIGTERM');
    await database.close();
    await folders.remove();
  });

  async function readPage(taskId: string, query: string): Promise<Page> {
    const headers = { Accept: 'application/json' };
    const response = await fetch(`${service.url}/api/v1/init${logPath(taskId, query)}`, { headers });
    return JSON.parse(await response.text());
  }

  async function readText(taskId: string, query: string): Promise<string> {
    return (await fetch(`${service.url}/api/v1/init${logPath(taskId, query)}`)).text();
  }

  it('are followed to their last byte by whoever polls until there is no more', async () => {
    const taskId = '测试 a+b';
    await service.createTask(taskId, ['for n in 1 2 3 4 5 6 7 8 9; do printf "行 %s 😀\\n" $n; sleep 0.05; done']);
    await service.execute(taskId);
    const pages: Page[] = [];
    const isOver = async () => {
      const page = await readPage(taskId, `offset=${pages.at(-1)?.nextOffset ?? 0}&limit=20`);
      pages.push(page);
      return !page.more;
    };
    await eventually('there is no more', isOver, { everyMs: 20 });
    const content = pages.map((page) => page.content).join('');
    expect(content).to.equal([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `行 ${n} 😀\n`).join(''));
    const [step] = await service.steps(taskId);
    expect(await readFile(join(folders.root, 'data/logs', step?.logPath ?? ''), 'utf8')).to.equal(content);
  });

  it('of each attempt stay readable', async () => {
    await service.createTask('again', ['echo "attempt $ATTEMPT"; [ $ATTEMPT = 3 ]']);
    for (const status of ['FAILED', 'FAILED', 'SUCCESS']) {
      await service.execute('again');
      await service.untilStatus('again', status);
    }
    for (const attempt of [1, 2, 3])
      expect(await readText('again', `attempt=${attempt}`)).to.equal(`attempt ${attempt}\n`);
    expect(await readText('again', '')).to.equal('attempt 3\n');
    expect(await readPage('again', 'attempt=4')).to.include({ status: 404, reason: 'missing' });
  });

  it('that a script removes are gone, and the script is not disturbed', async () => {
    await service.createTask('removed', [
      'echo here; rm "$LOG"; until [ -e go ]; do sleep 0.02; done'.replace('"$LOG"', 'data/logs/removed-*/*.log'),
    ]);
    await service.execute('removed');
    await eventually(
      'the log is gone',
      async () => ((await readPage('removed', '')) as { reason?: string }).reason === 'missing',
    );
    await service.call('/tasks/removed/cancel', { method: 'POST' });
    await service.untilStatus('removed', 'FAILED');
  });

  it('are closed when a reader leaves in the middle', async () => {
    await service.createTask('left', [`truncate -s ${MUCH} /dev/stdout`]);
    await service.execute('left');
    await service.untilStatus('left', 'SUCCESS');
    for (let n = 0; n < 10; n++) {
      const [response]: IncomingMessage[] = await once(
        get(`${service.url}/api/v1/init${logPath('left', '')}`),
        'response',
      );
      expect(await openLogs(service.pid)).to.equal(1);
      response?.destroy();
      await eventually('the log is closed', async () => (await openLogs(service.pid)) === 0);
    }
  });

  it('of any size are sent whole, and their last lines found, with less than 100 MB more memory', async function () {
    this.timeout(180_000);
    // A log with a hole: as large as any to its readers, and made at once.
    await service.createTask('huge', [`truncate -s ${MUCH} /dev/stdout; seq 1 1000`]);
    await service.execute('huge');
    await service.untilStatus('huge', 'SUCCESS');
    const beforeKb = await peakMemoryKb(service.pid);
    expect(await readText('huge', 'tail=2')).to.equal('999\n1000\n');
    expect(await countBytes(`${service.url}/api/v1/init${logPath('huge', '')}`)).to.equal(MUCH + 3893);
    expect((await peakMemoryKb(service.pid)) - beforeKb).to.be.lessThan(100 * 1024);
  });
});

function logPath(taskId: string, query: string): string {
  return `/tasks/${encodeURIComponent(taskId)}/steps/1/log?${query}`;
}

/** How many logs the service has open. */
async function openLogs(pid: number): Promise<number> {
  const descriptors = await readdir(`/proc/${pid}/fd`);
  // One may be closed between the listing and the look at it.
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.endsWith('.log')).length;
}

async function peakMemoryKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]);
}

async function countBytes(url: string): Promise<number> {
  const [response]: IncomingMessage[] = await once(get(url), 'response');
  let bytes = 0;
  for await (const chunk of response ?? []) bytes += chunk.length;
  return bytes;
}
