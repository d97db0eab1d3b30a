/** Which tasks are run by a live instance, in lists, where several instances share a PostgreSQL. */

import { expect } from 'chai';

import type { TaskQuery } from '../../../src/persistence/persistence.ts';
import { claimedOrNull, openTwoInstances, TASK, type TwoInstances } from '../../support/two-instances.ts';

describe('lists of what is active', () => {
  let two: TwoInstances;

  before(async () => {
    two = await openTwoInstances();
    for (const taskId of ['free', 'residue', 'ended']) {
      await two.near.createTask({ taskId, name: taskId, steps: [{ name: 's', script: 'true' }] });
    }
    const setStatus = 'update tms_init_task set status = $2 where task_id = $1';
    for (const taskId of ['residue', TASK]) await two.database.query(setStatus, [taskId, 'RUNNING']);
    await two.database.query(setStatus, ['ended', 'SUCCESS']);
  });

  after(() => two.close());

  it('count what another instance holds, name it, and take nothing else for active', async () => {
    const claims = [await claimedOrNull(two.far), await claimedOrNull(two.far, 'ended')];
    expect(await list(true)).to.deep.equal({ ids: [TASK], owners: [[TASK, 'far:2:bb']] });
    expect(await list(false)).to.deep.equal({ ids: ['ended', 'residue', 'free'], owners: [] });
    expect(await list(true, { prefix: TASK.slice(0, 6) })).to.deep.equal({ ids: [TASK], owners: [[TASK, 'far:2:bb']] });
    expect(await list(true, { prefix: 'residue' })).to.deep.equal({ ids: [], owners: [] });
    for (const claim of claims) await claim?.release();
    expect(await list(true)).to.deep.equal({ ids: [], owners: [] });
    expect((await list(false)).ids).to.have.members([TASK, 'ended', 'residue', 'free']);
  });

  it('believe an instance of what it runs itself, also where its claim is in doubt', async () => {
    expect((await list(true, {}, ['residue'])).ids).to.deep.equal(['residue']);
    expect((await list(false, {}, ['residue'])).ids).to.not.include('residue');
  });

  async function list(wanted: boolean, query: Partial<TaskQuery> = {}, here: readonly string[] = []) {
    const all = { status: null, prefix: null, limit: 50, after: null };
    const { items, owners } = await two.near.listTasks({ ...all, active: { wanted, here }, ...query });
    return { ids: items.map(({ task }) => task.taskId), owners: [...(owners ?? [])] };
  }
});
