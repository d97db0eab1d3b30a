/** What a claim on one PostgreSQL grants to one of two instances, and what the other one learns of it. */

import { expect } from 'chai';
import { Client } from 'pg';

import { ClaimGone } from '../../../src/persistence/claims/claims.ts';
import type { Persistence } from '../../../src/persistence/persistence.ts';
import { eventually } from '../../support/eventually.ts';
import { lockRow } from '../../support/lock-row.ts';
import { AT, taskChange } from '../../support/open-database.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { rejectionOf } from '../../support/rejection-of.ts';
import {
  claimed,
  claimedOrNull,
  holder,
  openInstance,
  openTwoInstances,
  TASK,
  type TwoInstances,
} from '../../support/two-instances.ts';

const UNIT = { taskId: TASK, at: AT, steps: [], task: taskChange('PENDING', { status: 'PENDING', message: 'x' }) };

describe('advisory claims', () => {
  let pair: TwoInstances;
  let near: Persistence;
  let far: Persistence;

  beforeEach(async () => {
    pair = await openTwoInstances();
    ({ near, far } = pair);
  });

  afterEach(() => pair.close());

  it('are had by one instance at a time', async () => {
    const claim = await claimed(near, holder());
    expect(await far.claims.claim(TASK, holder())).to.equal(null);
    await claim.release();
    await (await claimed(far, holder())).release();
    await (await claimed(near, holder())).release();
  });

  it('of an instance that ends are free for others', async () => {
    await claimed(far, holder());
    await far.close();
    // The server takes a moment to end the session.
    await eventually('the claim to be free', () => claimedOrNull(near));
  });

  it('tell who holds a task', async () => {
    expect(await near.claims.findOwners([TASK, 'other'])).to.deep.equal(new Map());
    await claimed(far, holder());
    const owners = () => near.claims.findOwners([TASK, 'other']);
    await eventually('the owner to be seen', async () => (await owners()).get(TASK) === 'far:2:bb');
  });

  it('store units over the connection that holds them', async () => {
    const claim = await claimed(near, holder());
    expect(await claim.storeUnit(UNIT)).to.equal('stored');
  });

  it('come with the rows as whoever had the task before left them', async () => {
    const before = await claimed(far, holder());
    await before.storeUnit(UNIT);
    await before.release();
    const claim = await claimed(near, holder());
    expect(claim.firstRead?.rows).to.deep.equal(await near.readTask(TASK));
    expect(claim.firstRead?.rows?.task.message).to.equal('x');
  });

  it('come with no rows where there is no task, and leave a large one to be read by itself', async () => {
    const steps = Array.from({ length: 501 }, () => ({ name: 'a step', script: 'true' }));
    await near.createTask({ taskId: 'large', name: 'a task', steps });
    const reads = ['nowhere', 'large'].map(async (taskId) => (await near.claims.claim(taskId, holder()))?.firstRead);
    expect(await Promise.all(reads)).to.deep.equal([{ rows: null }, undefined]);
  });

  it('are released only when no unit of them is on its way any more', async () => {
    const claim = await claimed(near, holder());
    const order: string[] = [];
    const again = { ...UNIT, task: taskChange('PENDING', { status: 'PENDING', message: 'again' }) };
    const told = [UNIT, again].map(async (unit) => order.push(await claim.storeUnit(unit)));
    await Promise.all([...told, claim.release().then(() => order.push('released'))]);
    expect(order).to.deep.equal(['stored', 'stored', 'released']);
  });

  it('delete a task over the connection that holds them, but not one whose row somebody has locked', async () => {
    const claim = await claimed(near, holder());
    const lock = await lockRow(pair.database, 'select from tms_init_task for share');
    expect(await claim.deleteTask({ status: 'PENDING', fenced: [] })).to.equal('kept');
    await lock.end();
    await eventually(
      'the row to be free',
      async () => (await claim.deleteTask({ status: 'PENDING', fenced: [] })) === 'deleted',
    );
    await claim.release();
    expect(await near.readTask(TASK)).to.equal(null);
    expect(await rejectionOf(claim.deleteTask({ status: 'PENDING', fenced: [] }))).to.be.instanceOf(ClaimGone);
  });

  it('let instances ask the one that holds a task', async () => {
    far.claims.answerBy(async (taskId, question) => {
      expect([taskId, question]).to.deep.equal([TASK, { ask: 'cancel', by: 'ann' }]);
      return 'running';
    });
    const { claims } = near;
    expect(await claims.askHolder(TASK, { ask: 'cancel', by: 'ann' })).to.equal('not-running');
    await claimed(far, holder());
    expect(await claims.askHolder(TASK, { ask: 'cancel', by: 'ann' })).to.equal('running');
  });

  it('tell of a holder that has said nothing for 2 s', async () => {
    await claimed(far, holder());
    const begun = performance.now();
    expect(await near.claims.askHolder(TASK, { ask: 'join' })).to.equal('silent');
    expect(performance.now() - begun).to.be.at.least(1900);
  });

  it('refuse a run for which the server has no room for a lock', async () => {
    // Of its own: the other tests of this run need some room as well.
    const server = await startPostgresServer();
    const crowded = await openInstance(server.url, 'crowded:1:a');
    const greedy = new Client({ connectionString: server.url });
    await greedy.connect();
    // The locks that it got stay with its session.
    const filling = greedy.query('select pg_advisory_lock(n) from generate_series(1, 200000) n');
    expect(await rejectionOf(filling)).to.include({ code: '53200' });
    expect(await rejectionOf(crowded.claims.claim(TASK, holder()))).to.include({ code: 'too-many-running' });
    await greedy.end();
    await eventually('room for a lock', () => claimedOrNull(crowded));
    await crowded.close();
    await server.stop();
  });
});
