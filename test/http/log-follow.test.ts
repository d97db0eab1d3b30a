/** Logs that are followed while real scripts write them: every byte once, in whole characters, up to the end of the step. */

import { expect } from 'chai';
import { appendFile, readdir, readlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type EventClient, readEvents, type ReceivedEvent } from '../support/event-client.ts';
import { eventually } from '../support/eventually.ts';
import { problemOf } from '../support/http-service.ts';
import { type LiveHttp, openLiveHttp } from '../support/live-http.ts';

type Received = ReceivedEvent<string | Readonly<Record<string, unknown>>>;

describe('logs that are followed over HTTP', function () {
  let live: LiveHttp;
  let count = 0;
  let taskId: string;

  before(async () => {
    live = await openLiveHttp();
  });

  beforeEach(() => {
    taskId = `log${(count += 1)}`;
  });

  afterEach(async () => {
    await letGo();
    await eventually('the run to end', () => live.supervisor.figures().active === 0);
  });

  after(() => live.close());

  const letGo = () => writeFile(join(live.rooms.scripts.scriptsDir, `go-${taskId}`), '');
  const until = () => `until [ -e 'go-${taskId}' ]; do sleep 0.05; done`;
  const path = (query = '') => `/tasks/${taskId}/steps/1/log?follow=true${query}`;

  async function run(script: string): Promise<void> {
    await live.rooms.createTask(taskId, [script]);
    await live.supervisor.execute(taskId, 'ann');
  }

  function follow(query?: string, lastEventId?: string): Promise<EventClient<Received['data']>> {
    return readEvents(`${live.base}${path(query)}`, lastEventId);
  }

  async function read(query?: string, lastEventId?: string): Promise<string> {
    const client = await follow(query, lastEventId);
    return textOf(await client.untilOver());
  }

  async function logFile(): Promise<string> {
    const logPath = live.supervisor.view(taskId)?.rows.steps[0]?.logPath;
    return join(live.logDir, logPath ?? fail());
  }

  it('are told as they are written, and end with the status and exit code of the step', async () => {
    await run(`echo first; ${until()}; printf 'last without an end'; exit 3`);
    const client = await follow();
    await eventually('the first line', () => textOf(client.events) === 'first\n');
    await letGo();
    const events = await client.untilOver();
    expect(textOf(events)).to.equal('first\nlast without an end');
    expect(events[0]).to.deep.include({ event: 'begin', data: { attempt: 1, offset: 0 } });
    expect(events.at(-1)).to.deep.equal({
      event: 'end',
      id: '25',
      data: { attempt: 1, status: 'FAILED', exitCode: 3 },
    });
    expect(events.at(-2)?.id).to.equal('25');
  });

  it('are waited for where the step was not started yet', async () => {
    await live.rooms.createTask(taskId, [`echo here; ${until()}`]);
    const client = await follow();
    await live.supervisor.execute(taskId, 'ann');
    await eventually('the first line', () => textOf(client.events) === 'here\n');
    await letGo();
    expect((await client.untilOver()).at(-1)?.data).to.include({ status: 'SUCCESS', exitCode: 0 });
  });

  it('are never cut inside a character, however they are written', async () => {
    await run(`for i in 1 2 3; do printf '\\346\\227'; sleep 0.4; printf '\\245'; done; ${until()}; printf '\\346'`);
    const client = await follow();
    await eventually('three characters', () => textOf(client.events) === '日日日');
    await letGo();
    expect(textOf(await client.untilOver())).to.equal('日日日\ufffd');
  });

  it('go on behind the last piece a reader got, and begin where one asks', async () => {
    await run(`printf 'one\\ntwo\\nthree\\n'; ${until()}`);
    await eventually(
      'the lines',
      async () => (await (await live.call(path().replace('?follow=true', ''))).text()).length === 14,
    );
    await letGo();
    expect(await read(undefined, '4')).to.equal('two\nthree\n');
    expect(await read('&offset=8')).to.equal('three\n');
    expect(await read('&offset=8', '4')).to.equal('two\nthree\n');
    expect(await read('&tail=1')).to.equal('three\n');
    expect(await read(undefined, 'nonsense')).to.equal('one\ntwo\nthree\n');
  });

  it('begin anew where they were cut meanwhile, and say so (B27)', async () => {
    await run(`echo before; ${until()}`);
    const client = await follow();
    await eventually('the first line', () => textOf(client.events) === 'before\n');
    const file = await logFile();
    await truncate(file, 0);
    await client.until('reset');
    await appendFile(file, 'after\n');
    await eventually('what came after', () => textOf(client.events) === 'before\nafter\n');
    await letGo();
    expect((await client.untilOver()).map(({ event }) => event)).to.deep.equal([
      'begin',
      'message',
      'reset',
      'message',
      'end',
    ]);
  });

  it('of an earlier attempt are told at once and to their end', async () => {
    await run(`echo attempt $ATTEMPT; [ $ATTEMPT -gt 1 ] || exit 7; ${until()}`);
    await eventually('the run to end', () => live.supervisor.figures().active === 0);
    await live.supervisor.execute(taskId, 'ann');
    await eventually('the second attempt', async () => (await logFile()).includes('/1.2.'));
    const events = await (await follow('&attempt=1')).untilOver();
    expect(textOf(events)).to.equal('attempt 1\n');
    expect(events.at(-1)?.data).to.deep.equal({ attempt: 1, status: null, exitCode: 7 });
  });

  it('reach readers of all paces, from one file, and leave nothing open', async () => {
    await run(`seq 1 200000; ${until()}`);
    const expected = Array.from({ length: 200_000 }, (_, n) => `${n + 1}\n`).join('');
    const clients = await Promise.all(Array.from({ length: 10 }, () => follow()));
    await eventually('all lines', () => clients.every(({ events }) => textOf(events).length === expected.length));
    const file = await logFile();
    // The launcher has it open too, but that is another process.
    expect(await openFiles(file)).to.equal(1);
    await letGo();
    for (const client of clients) expect(textOf(await client.untilOver()) === expected).to.equal(true);
    await eventually('the file to be closed', async () => (await openFiles(file)) === 0);
  });

  it('are refused where there is nothing to follow, and where the question contradicts itself', async () => {
    await run(until());
    expect(await problemOf(await live.call(path('&attempt=5')))).to.include({ code: 'log-not-available' });
    expect(await problemOf(await live.call(path().replace('/1/', '/9/')))).to.include({ code: 'step-not-found' });
    expect(await problemOf(await live.call(path('&offset=100')))).to.include({ code: 'range-not-satisfiable' });
    expect(await problemOf(await live.call(path('&limit=5')))).to.include({ code: 'invalid-query' });
    const json = await live.call(path(), { headers: { Accept: 'application/json' } });
    expect(await problemOf(json)).to.include({ code: 'not-acceptable' });
    const plain = await live.call(`/tasks/${taskId}/steps/1/log`, { headers: { Accept: 'text/event-stream' } });
    expect(await problemOf(plain)).to.include({ code: 'not-acceptable' });
    expect((await live.call(path(), { method: 'HEAD' })).headers.get('content-type')).to.match(/event-stream/);
  });
});

function textOf(events: readonly Received[]): string {
  return events.map(({ data }) => (typeof data === 'string' ? data : '')).join('');
}

async function openFiles(path: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target === path).length;
}

function fail(): never {
  throw new Error('the step has no log yet');
}
