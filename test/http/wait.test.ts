/** Reads that wait for something new: of runs that are here, of rows that somebody else writes, and until there is no more waiting. */

import { expect } from 'chai';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type CountingWaits, openCountingWaits } from '../support/counting-waits.ts';
import { eventually } from '../support/eventually.ts';
import { type HttpService, openHttpService, problemOf } from '../support/http-service.ts';
import { type LiveHttp, openLiveHttp } from '../support/live-http.ts';
import { rejectionOf } from '../support/rejection-of.ts';
import { usualHttp } from '../support/usual-http.ts';

const PARTS = ['', '/steps', '/steps/1'] as const;

describe('a read that waits', () => {
  let live: LiveHttp;
  /** Looks at its rows all the time. */
  let elsewhere: LiveHttp;
  /** Looks at them once only. */
  let stale: LiveHttp;
  const waits = openCountingWaits();
  const waitsElsewhere = openCountingWaits();
  let readsOfStale = 0;
  let count = 0;
  let task: string;

  before(async () => {
    live = await openLiveHttp({ waits });
    elsewhere = await openLiveHttp({ waits: waitsElsewhere }, live.rooms);
    const { persistence } = live.rooms;
    const readSmallTask: typeof persistence.readSmallTask = (...asked) =>
      persistence.readSmallTask(...asked).finally(() => (readsOfStale += 1));
    stale = await openLiveHttp({ pollMs: 600_000, persistence: { ...persistence, readSmallTask } }, live.rooms);
  });

  beforeEach(() => {
    task = `/tasks/t${(count += 1)}`;
  });

  after(async () => {
    await stale.close();
    await elsewhere.close();
    await live.close();
  });

  const id = () => task.slice('/tasks/'.length);
  const goFile = () => join(live.rooms.scripts.scriptsDir, 'go');
  const create = (...scripts: readonly string[]) => live.rooms.createTask(id(), scripts);
  const setStep = (message: string) =>
    live.rooms.query(
      'with changed as (update tms_init_task set updated_at = now(), message = $2 where task_id = $1) update tms_init_task_step set message = $2 where task_id = $1',
      [id(), message],
    );

  async function tagOf(path: string, at = live): Promise<string> {
    return (await at.call(path)).headers.get('etag') ?? '';
  }

  const ask = (path: string, tag: string, { wait = 60, at = live, signal }: Asking = {}) =>
    at.call(`${path}?wait=${wait}`, { headers: { 'If-None-Match': tag }, ...(signal && { signal }) });

  interface Asking {
    readonly wait?: number;
    readonly at?: LiveHttp;
    readonly signal?: AbortSignal;
  }

  for (const part of PARTS) {
    it(`for ${part || 'a task'} is answered at once where the caller does not have what there is`, async () => {
      await create('true');
      const first = await live.call(`${task}${part}?wait=60`);
      expect(first.status).to.equal(200);
      expect((await ask(task + part, 'W/"another"')).status).to.equal(200);
    });

    it(`for ${part || 'a task'} is answered as soon as the run here stores something`, async () => {
      await create(`until [ -e go ]; do sleep 0.02; done`);
      await live.supervisor.execute(id(), 'ann');
      await eventually('its step', () => live.supervisor.view(id())?.rows.steps[0]?.status === 'RUNNING');
      const tag = await tagOf(task + part);
      const answer = ask(task + part, tag);
      await untilWaiting(waits);
      await writeFile(goFile(), '');
      const response = await answer;
      expect(response.status).to.equal(200);
      expect(response.headers.get('etag')).to.not.equal(tag);
      expect(await response.text()).to.contain('"SUCCESS"');
      await rm(goFile());
      await eventually('the run to end', () => live.supervisor.figures().active === 0);
    });

    it(`for ${part || 'a task'} is answered as soon as its rows show something new, whoever wrote them`, async () => {
      await create('true');
      const answer = ask(task + part, await tagOf(task + part, elsewhere), { at: elsewhere });
      await untilWaiting(waitsElsewhere);
      await setStep('news');
      const response = await answer;
      expect(response.status).to.equal(200);
      expect(await response.text()).to.contain('news');
    });
  }

  it('is 304 when its time is up, and not before', async () => {
    await create('true');
    const tag = await tagOf(task);
    const began = performance.now();
    const response = await ask(task, tag, { wait: 1 });
    expect({ status: response.status, tag: response.headers.get('etag'), text: await response.text() }).to.deep.equal({
      status: 304,
      tag,
      text: '',
    });
    expect(performance.now() - began).to.be.at.least(990);
  });

  it('does not take for new what the caller has had and is only seen here late', async () => {
    await create('true');
    const leaving = new AbortController();
    const first = ask(task, await tagOf(task, stale), { at: stale, signal: leaving.signal });
    await eventually('its rows to be seen', () => readsOfStale > 0);
    await setStep('news');
    const known = await tagOf(task, stale);
    expect((await ask(task, known, { at: stale, wait: 1 })).status).to.equal(304);
    leaving.abort();
    expect(await rejectionOf(first)).to.have.property('name', 'AbortError');
  });

  it('is 404 as soon as the task is no longer there', async () => {
    await create('true');
    const answer = ask(task, await tagOf(task, elsewhere), { at: elsewhere });
    await untilWaiting(waitsElsewhere);
    await live.rooms.query('delete from tms_init_task_step where task_id = $1', [id()]);
    await live.rooms.query('delete from tms_init_task where task_id = $1', [id()]);
    expect(await problemOf(await answer)).to.include({ status: 404, code: 'task-not-found' });
  });

  it('takes a place among the streams, which is free again when it is answered or its client leaves', async () => {
    await create('true');
    const own = openCountingWaits();
    const narrow = await openLiveHttp({ waits: own, limits: { ...usualHttp.limits, maxStreams: 1 } }, live.rooms);
    const leaving = new AbortController();
    const tag = await tagOf(task, narrow);
    const first = ask(task, tag, { at: narrow, signal: leaving.signal });
    await untilWaiting(own);
    expect(await problemOf(await ask(task, tag, { at: narrow }))).to.include({ code: 'too-many-streams' });
    expect((await narrow.call(`${task}?wait=60`)).status).to.equal(200);
    leaving.abort();
    await rejectionOf(first);
    const later = async () => (await ask(task, tag, { at: narrow, wait: 1 })).status === 304;
    await eventually('the place to be free', later);
    expect(await later()).to.equal(true);
    await narrow.close();
  });

  it('costs no more reads however many wait', async () => {
    await create('true');
    let looks = 0;
    let reads = 0;
    const persistence: LiveHttp['rooms']['persistence'] = {
      ...live.rooms.persistence,
      readTasks: (taskIds) => live.rooms.persistence.readTasks(taskIds).finally(() => (looks += 1)),
      readSmallTask: (...asked) => live.rooms.persistence.readSmallTask(...asked).finally(() => (reads += 1)),
    };
    const own = openCountingWaits();
    const counted = await openLiveHttp({ persistence, waits: own }, live.rooms);
    const tag = await tagOf(task, counted);
    const answers = Array.from({ length: 15 }, () => ask(task, tag, { at: counted }));
    await untilWaiting(own, 15);
    await eventually('some looks', () => looks > 3);
    // One for the tag; what the watch saw before somebody came is read once more.
    expect(reads).to.be.at.most(3);
    await setStep('news');
    for (const answer of answers) expect((await answer).status).to.equal(200);
    expect(reads).to.be.at.most(5);
    await counted.close();
  });

  it('ends at once when the service does, with what there is, and hardly waits from then on', async () => {
    await create('true');
    const tag = await tagOf(task);
    const answer = ask(task, tag);
    await untilWaiting(waits);
    waits.close();
    expect((await answer).status).to.equal(304);
    expect((await ask(task, tag)).status).to.equal(304);
  });
});

describe('a connection over which somebody waits', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService(null, { limits: { ...usualHttp.limits, stillMs: 200 } });
    await service.persistence.createTask({ taskId: 't', name: 'a task', steps: [{ name: 's', script: 'true' }] });
  });

  after(() => service.close());

  it('may lie still for as long', async () => {
    const headers = { 'If-None-Match': (await service.call('/tasks/t')).headers.get('etag') ?? '' };
    expect((await service.call('/tasks/t?wait=1', { headers })).status).to.equal(304);
  });
});

/** So that the test does not go on before it waits. */
function untilWaiting(among: CountingWaits, waiting = 1): Promise<true> {
  return eventually('the reads to wait', () => among.waiting() === waiting);
}
