/** GET …/plan: what an execute would do now. */

import { expect } from 'chai';

import { Refusal } from '../../src/domain/refusal.ts';
import { type HttpService, openHttpService, problemOf } from '../support/http-service.ts';

describe('GET …/plan', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
    const steps = ['one', 'two', 'three'].map((name) => ({ name, script: 'true' }));
    await service.persistence.createTask({ taskId: 't', name: 'a task', steps });
  });

  after(() => service.close());

  it('tells of each step what would become of it', async () => {
    await service.database.query("update tms_init_task_step set status = 'SUCCESS' where step_no = 1", []);
    await service.database.query("update tms_init_task_step set status = 'RUNNING' where step_no = 2", []);
    const { canExecute, reason, steps } = await planOf('t');
    expect({ canExecute, reason }).to.deep.equal({ canExecute: true, reason: null });
    expect(steps.map(({ stepNo, action }) => [stepNo, action])).to.deep.equal([
      [1, 'skip'],
      [2, 'reset-and-run'],
      [3, 'run'],
    ]);
  });

  it('has nothing to do where every step is SUCCESS', async () => {
    await service.database.query("update tms_init_task_step set status = 'SUCCESS'", []);
    const { canExecute, reason, steps } = await planOf('t');
    expect({ canExecute, reason }).to.deep.equal({ canExecute: false, reason: 'Every step is SUCCESS.' });
    expect(steps.map(({ action }) => action)).to.deep.equal(['skip', 'skip', 'skip']);
  });

  it('says what stands in the way of a run', async () => {
    service.runs.obstacles.set('t', new Refusal('already-running', 'The task is running already.'));
    expect(await planOf('t')).to.deep.equal({ canExecute: false, reason: 'The task is running already.', steps: [] });
    service.runs.obstacles.clear();
  });

  it('says which row cannot be understood, and shows no secret in it', async () => {
    await service.database.query("update tms_init_task set status = 'token=sesame'", []);
    const { canExecute, reason } = await planOf('t');
    expect(canExecute).to.equal(false);
    expect(reason).to.match(/^The task has the status "token=\*\*\*"; the service knows/);
  });

  it('is 404 for a task that is not there, and 304 where it is known already', async () => {
    expect(await problemOf(await service.call('/tasks/nobody/plan'))).to.include({ code: 'task-not-found' });
    const first = await service.call('/tasks/t/plan');
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await service.call('/tasks/t/plan', { headers })).status).to.equal(304);
  });

  async function planOf(taskId: string): Promise<{
    canExecute: boolean;
    reason: string | null;
    steps: readonly { stepNo: number; action: string }[];
  }> {
    const response = await service.call(`/tasks/${taskId}/plan`);
    expect(response.status).to.equal(200);
    return JSON.parse(await response.text());
  }
});
