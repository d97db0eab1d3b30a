/** Creating and reading tasks and steps over HTTP. */

import { expect } from 'chai';

import type { StoredRows } from '../../src/domain/rows.ts';
import { stepSchema, taskPageSchema, taskSchema } from '../../src/http/schemas/answers.ts';
import { type HttpService, openHttpService, post, problemOf } from '../support/http-service.ts';

const STEPS = [
  { name: 'first', script: 'echo one' },
  { name: 'second', script: 'echo two' },
];

describe('tasks over HTTP', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
  });

  after(() => service.close());

  async function create(body: object): Promise<Response> {
    return service.call('/tasks', post({ name: 'a task', steps: STEPS, ...body }));
  }

  async function complaint(body: object): Promise<string> {
    return (await problemOf(await create(body))).detail;
  }

  async function page(query: string): Promise<ReturnType<typeof taskPageSchema.parse>> {
    return taskPageSchema.parse(await (await service.call(`/tasks${query}`)).json());
  }

  async function requestId(given: string): Promise<string | null> {
    return (await service.call('/tasks', { headers: { 'X-Request-Id': given } })).headers.get('x-request-id');
  }

  async function storedRows(taskId: string): Promise<StoredRows> {
    const rows = await service.persistence.readTask(taskId);
    if (!rows) throw new Error(`no task ${taskId}`);
    return rows;
  }

  async function setStatus(taskId: string, status: string): Promise<void> {
    await service.database.query('update tms_init_task set status = $2 where task_id = $1', [taskId, status]);
  }

  it('creates a task and answers with it and its path', async () => {
    const response = await create({ taskId: 'created', name: 'Set up the shop' });
    expect(response.status).to.equal(201);
    expect(response.headers.get('location')).to.equal('/api/v1/init/tasks/created');
    const task = taskSchema.parse(await response.json());
    expect(task).to.deep.include({
      taskId: 'created',
      name: 'Set up the shop',
      status: 'PENDING',
      active: false,
      owner: null,
      totalSteps: 2,
      successSteps: 0,
      message: null,
      startedAt: null,
      finishedAt: null,
    });
    expect(task.createdAt).to.be.a('string');
    expect(await (await service.call('/tasks/created')).json()).to.deep.equal(task);
  });

  it('makes ids that sort by time where none is given', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(taskSchema.parse(await (await create({})).json()).taskId);
    expect(new Set(ids).size).to.equal(5);
    expect([...ids].sort()).to.deep.equal(ids);
  });

  it('reads all steps in order and each by its number', async () => {
    await create({ taskId: 'stepped' });
    const steps = stepSchema.array().parse(await (await service.call('/tasks/stepped/steps')).json());
    expect(
      steps.map(({ stepNo, name, script, status, attempts }) => [stepNo, name, script, status, attempts]),
    ).to.deep.equal([
      [1, 'first', 'echo one', 'PENDING', 0],
      [2, 'second', 'echo two', 'PENDING', 0],
    ]);
    expect(await (await service.call('/tasks/stepped/steps/2')).json()).to.deep.equal(steps[1]);
  });

  for (const taskId of ['测试 a+b', '😀'.repeat(64), 'a%2Fb', "it's?#&;=@:~", '<b>"x"&amp;', 'constructor']) {
    it(`takes ${JSON.stringify(taskId.slice(0, 20))} as id everywhere`, async () => {
      const created = await create({ taskId });
      expect(created.status).to.equal(201);
      const location = created.headers.get('location') ?? '';
      expect(decodeURIComponent(location)).to.equal(`/api/v1/init/tasks/${taskId}`);
      const path = location.replace('/api/v1/init', '');
      expect(await (await service.call(path)).json()).to.include({ taskId });
      expect((await service.call(`${path}/steps`)).status).to.equal(200);
      expect((await service.call(`${path}/steps/1`)).status).to.equal(200);
      expect((await service.call(`${path}/steps/1/log`)).status).to.equal(200);
      service.runs.whenExecuted = async (id) => ({ state: 'started', snapshot: snapshot(id) });
      const executed = await service.call(`${path}/execute`, post());
      expect(executed.headers.get('location')).to.equal(location);
      expect(await executed.json()).to.include({ taskId });
    });
  }

  it('takes the largest values it promises to take', async () => {
    const longest = [{ name: '测'.repeat(255), script: 'x'.repeat(100_000) }];
    expect((await create({ taskId: 'largest', name: 'n'.repeat(255), steps: longest })).status).to.equal(201);
    const many = await create({
      taskId: 'many',
      steps: Array.from({ length: 10_000 }, () => ({ name: 'x', script: ':' })),
    });
    expect(many.status, await many.text()).to.equal(201);
    expect(await (await service.call('/tasks/many')).json()).to.include({ totalSteps: 10_000 });
  });

  it('says of ten thousand steps and one that they are too many, and does not read a body of far more', async () => {
    expect(await complaint({ steps: Array(10_001).fill(STEPS[0]) })).to.equal('steps: must have at most 10000 steps');
    expect(await complaint({ steps: Array(20_000).fill(STEPS[0]) })).to.equal('The body has too many values.');
  });

  it('names a few of many unknown members, and of a long one only the beginning', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, 0]));
    expect(await complaint(many)).to.equal('unknown: "k0", "k1", "k2", "k3", "k4", and 995 more');
    expect(await complaint({ ['x'.repeat(1_000_000)]: 0 })).to.equal(`unknown: "${'x'.repeat(489)}…`);
    expect(await complaint({ [`${'x'.repeat(488)}😀`]: 0 })).to.equal(`unknown: "${'x'.repeat(488)}\uFFFD…`);
  });

  it('ignores how a body repeats a member and takes the last one', async () => {
    const body = `{"taskId":"first","taskId":"repeated","name":"x","steps":${JSON.stringify(STEPS)}}`;
    const response = await service.call('/tasks', { ...post({}), body });
    expect(await response.json()).to.include({ taskId: 'repeated' });
  });

  it('ignores parameters that begin with an underscore', async () => {
    expect((await service.call('/tasks/created?_=1&_=2&_x')).status).to.equal(200);
  });

  it('answers 304 as long as nothing changed, and again in full once it did', async () => {
    await create({ taskId: 'tagged' });
    for (const path of ['/tasks/tagged', '/tasks/tagged/steps', '/tasks/tagged/steps/1', '/tasks?status=PENDING']) {
      const etag = (await service.call(path)).headers.get('etag') ?? '';
      expect(etag, path).to.match(/^W\/"[\w-]{22}"$/);
      const again = await service.call(path, { headers: { 'If-None-Match': `"x", ${etag}` } });
      expect(again.status, path).to.equal(304);
      expect(again.headers.get('etag')).to.equal(etag);
      expect(await again.text()).to.equal('');
    }
    const { headers } = await service.call('/tasks/tagged');
    await setStatus('tagged', 'FAILED');
    const changed = await service.call('/tasks/tagged', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(changed.status).to.equal(200);
    expect(await changed.json()).to.include({ status: 'FAILED' });
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const get = await service.call('/tasks/created');
    const head = await service.call('/tasks/created', { method: 'HEAD' });
    expect(head.status).to.equal(200);
    for (const name of ['etag', 'content-type', 'content-length'])
      expect(head.headers.get(name), name).to.equal(get.headers.get(name));
    expect(await head.text()).to.equal('');
  });

  it('shows a stored status it does not know as it is', async () => {
    await create({ taskId: 'odd' });
    await setStatus('odd', 'DONE');
    expect(await (await service.call('/tasks/odd')).json()).to.include({ status: 'DONE', active: false });
    const found = taskPageSchema.parse(await (await service.call('/tasks?status=DONE')).json());
    expect(found.items.map(({ taskId }) => taskId)).to.deep.equal(['odd']);
  });

  it('keeps the request id of the caller, and replaces one that could forge a log line', async () => {
    expect(await requestId('abc-123')).to.equal('abc-123');
    expect(await requestId('a b"c')).to.match(/^[0-9a-f-]{36}$/);
  });

  describe('in a list', () => {
    it('come newest first, page by page, each once', async () => {
      const made: string[] = [];
      for (let n = 0; n < 7; n++) {
        await create({ taskId: `listed-${n}` });
        await setStatus(`listed-${n}`, 'LISTED');
        made.unshift(`listed-${n}`);
      }
      const seen: string[] = [];
      let next: string | null = '/api/v1/init/tasks?status=LISTED&limit=3';
      const sizes: number[] = [];
      while (next !== null) {
        const response: Response = await fetch(`${service.server.url}${next}`);
        const found = taskPageSchema.parse(await response.json());
        sizes.push(found.items.length);
        seen.push(...found.items.map(({ taskId }) => taskId));
        const link: string | null = response.headers.get('link');
        expect(link === null).to.equal(found.nextCursor === null);
        next = link === null ? null : (/^<(.*)>; rel="next"$/.exec(link)?.[1] ?? '');
      }
      expect(seen).to.deep.equal(made);
      expect(sizes).to.deep.equal([3, 3, 1]);
    });

    it('are those that begin with what is asked for, page by page', async () => {
      for (const taskId of ['found-1', 'found-2', 'lost', 'found-3']) await create({ taskId, name: `task ${taskId}` });
      await setStatus('found-2', 'OTHER');
      const first = await service.call('/tasks?q=found-&limit=2');
      const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1];
      expect(next).to.contain('q=found-').and.to.contain('limit=2');
      expect(idsOf(await first.json())).to.deep.equal(['found-3', 'found-2']);
      expect(idsOf(await (await fetch(`${service.server.url}${next}`)).json())).to.deep.equal(['found-1']);
      expect(idsOf(await page('?q=task%20found-&status=OTHER'))).to.deep.equal(['found-2']);
    });

    it('are those that somebody runs, or the others', async () => {
      for (const taskId of ['act-1', 'act-2', 'act-3']) await create({ taskId });
      for (const taskId of ['act-1', 'act-2']) await setStatus(taskId, 'RUNNING');
      service.runs.views.set('act-2', { rows: await storedRows('act-2'), owner: 'here:1:a', note: null });
      expect(idsOf(await page('?q=act-&active=true'))).to.deep.equal(['act-2']);
      expect(idsOf(await page('?q=act-&active=false'))).to.deep.equal(['act-3', 'act-1']);
      const first = await service.call('/tasks?q=act-&active=false&limit=1');
      expect(first.headers.get('link')).to.contain('active=false');
      service.runs.views.clear();
    });

    it('hold at most as many as the limit says, 50 by default', async () => {
      for (let n = 0; n < 51; n++) await service.persistence.createTask({ taskId: `n-${n}`, name: 'n', steps: STEPS });
      expect((await page('')).items.length).to.equal(50);
      expect((await page('?limit=1')).items.length).to.equal(1);
      expect((await page('?limit=200')).nextCursor).to.equal(null);
    });

    it('are shown as they were last stored where they run here', async () => {
      await create({ taskId: 'listed-live' });
      await setStatus('listed-live', 'FAILED');
      const rows = await storedRows('listed-live');
      const live = { ...rows, task: { ...rows.task, status: 'RUNNING' } };
      service.runs.views.set('listed-live', { rows: live, owner: 'here:1:a', note: null });
      const found = async (status: string) =>
        taskPageSchema
          .parse(await (await service.call(`/tasks?status=${status}&limit=200`)).json())
          .items.some(({ taskId }) => taskId === 'listed-live');
      expect(await found('FAILED')).to.equal(false);
      const all = taskPageSchema.parse(await (await service.call('/tasks?limit=200')).json());
      expect(all.items.find(({ taskId }) => taskId === 'listed-live')).to.include({
        status: 'RUNNING',
        active: true,
        owner: 'here:1:a',
      });
      service.runs.views.clear();
      expect(await found('FAILED')).to.equal(true);
    });
  });

  describe('that run here', () => {
    it('are answered from what was last stored, with their owner', async () => {
      await create({ taskId: 'live' });
      const { task, steps } = await storedRows('live');
      const [first, ...rest] = steps;
      if (!first) throw new Error('no steps');
      const rows = { task: { ...task, status: 'RUNNING' }, steps: [{ ...first, status: 'SUCCESS' }, ...rest] };
      service.runs.views.set('live', { rows, owner: 'here:1:a', note: 'waits for process 7, which does not end' });
      expect(await (await service.call('/tasks/live')).json()).to.include({
        status: 'RUNNING',
        active: true,
        owner: 'here:1:a',
        successSteps: 1,
        message: 'waits for process 7, which does not end',
      });
      expect(await (await service.call('/tasks/live/steps/1')).json()).to.include({ status: 'SUCCESS' });
      service.runs.views.clear();
    });

    it('keep their stored message before what the run waits for', async () => {
      await create({ taskId: 'told' });
      const rows = await storedRows('told');
      service.runs.views.set('told', {
        rows: { ...rows, task: { ...rows.task, message: 'stored' } },
        owner: 'here:1:a',
        note: 'a note',
      });
      expect(await (await service.call('/tasks/told')).json()).to.include({ message: 'stored' });
      service.runs.views.clear();
    });

    it('that were interrupted say so: RUNNING, but not active', async () => {
      await create({ taskId: 'interrupted' });
      await setStatus('interrupted', 'RUNNING');
      expect(await (await service.call('/tasks/interrupted')).json()).to.include({
        status: 'RUNNING',
        active: false,
        owner: null,
      });
    });
  });
});

describe('without its database the HTTP room', () => {
  it('answers 503 with a time to wait, but for tasks that run here and its health', async () => {
    const service = await openHttpService();
    try {
      const rows = await service.persistence.createTask({ taskId: 'live', name: 'a task', steps: STEPS });
      service.runs.views.set('live', { rows, owner: 'here:1:a', note: null });
      expect((await fetch(`${service.server.url}/readyz`)).status).to.equal(200);
      await service.database.drop();
      for (const path of ['/tasks', '/tasks/other', '/tasks/other/steps', '/tasks/other/steps/1/log']) {
        const response = await service.call(path);
        expect(await problemOf(response), path).to.include({ status: 503, code: 'database-unavailable' });
        expect(Number(response.headers.get('retry-after'))).to.be.greaterThan(0);
      }
      const created = await service.call('/tasks', post({ name: 'x', steps: STEPS }));
      expect(await problemOf(created)).to.include({ status: 503, code: 'database-unavailable' });
      expect(await (await service.call('/tasks/live')).json()).to.include({ active: true });
      expect((await service.call('/tasks/live/steps/1/log')).status).to.equal(200);
      expect((await fetch(`${service.server.url}/healthz`)).status).to.equal(200);
      expect(await problemOf(await fetch(`${service.server.url}/readyz`))).to.include({ code: 'database-unavailable' });
    } finally {
      await service.close();
    }
  });
});

function snapshot(taskId: string) {
  return { taskId, status: 'RUNNING', totalSteps: 2, successSteps: 0 };
}

function idsOf(page: unknown): readonly string[] {
  return taskPageSchema.parse(page).items.map(({ taskId }) => taskId);
}
