/** Reading tasks that have so many steps that it takes turns. */

import { expect } from 'chai';

import { type HttpService, openHttpService } from '../support/http-service.ts';

const STEPS = 600;

describe('a task of many steps', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
    const steps = Array.from({ length: STEPS }, (_, index) => ({ name: `step ${index + 1}`, script: 'true' }));
    await service.persistence.createTask({ taskId: 'large', name: 'a large one', steps });
  });

  after(() => service.close());

  const get = (path: string, init?: RequestInit) => service.call(`/tasks/large${path}`, init);

  const all = Array.from({ length: STEPS }, (_, index) => index + 1);

  it('is read whole by all who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => get('/steps')));
    expect(new Set(answers.map(({ headers }) => headers.get('ETag')))).to.have.property('size', 1);
    for (const answer of answers) expect(await numbersOf(answer)).to.deep.equal(all);
  });

  it('has the same tag for whoever has it already, or wants no more than that', async () => {
    const tag = (await get('/steps')).headers.get('ETag') ?? '';
    const head = await get('/steps', { method: 'HEAD' });
    expect(head.headers.get('ETag')).to.equal(tag);
    expect((await get('/steps', { headers: { 'If-None-Match': tag } })).status).to.equal(304);
    await service.database.query("update tms_init_task_step set status = 'FAILED' where step_no = 555");
    expect((await get('/steps', { headers: { 'If-None-Match': tag } })).status).to.equal(200);
  });

  it('is counted, and each of its steps found', async () => {
    expect(await (await get('')).json()).to.deep.include({ totalSteps: STEPS, successSteps: 0 });
    expect(await (await get('/steps/600')).json()).to.deep.include({ stepNo: 600, name: 'step 600' });
    expect((await get('/steps/601')).status).to.equal(404);
  });

  it('that has few steps, but long ones, is read whole too', async () => {
    const steps = Array.from({ length: 5 }, () => ({ name: 'long', script: `true # ${'长'.repeat(60_000)}` }));
    await service.persistence.createTask({ taskId: 'long', name: 'a long one', steps });
    expect(await numbersOf(await service.call('/tasks/long/steps'))).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('is shown whole where it runs here', async () => {
    const rows = await service.persistence.readTask('large');
    if (!rows) throw new Error('the task is not there');
    service.runs.views.set('large', { rows, owner: 'here:1:a', note: null });
    expect(await numbersOf(await get('/steps'))).to.deep.equal(all);
    service.runs.views.delete('large');
  });

  it('is the first thing a follower is told of', async () => {
    const stop = new AbortController();
    const { body } = await get('/events', { headers: { Accept: 'text/event-stream' }, signal: stop.signal });
    let text = '';
    for await (const chunk of body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('event: snapshot') && text.endsWith('\n\n')) break;
    }
    stop.abort();
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? '';
    expect(JSON.parse(data)).to.have.nested.property(`steps[${STEPS - 1}].stepNo`, STEPS);
  });
});

async function numbersOf(response: Response): Promise<readonly number[]> {
  const steps = JSON.parse(await response.text()) as readonly { readonly stepNo: number }[];
  return steps.map(({ stepNo }) => stepNo);
}
