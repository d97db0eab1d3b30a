/** Claims of an instance whose session or network fails: in doubt, had again or gone. */

import { expect } from 'chai';

import { Refusal } from '../../../src/domain/refusal.ts';
import type { Persistence } from '../../../src/persistence/persistence.ts';
import { eventually } from '../../support/eventually.ts';
import { AT, taskChange } from '../../support/open-database.ts';
import type { TestDatabase } from '../../support/postgres.ts';
import { rejectionOf } from '../../support/rejection-of.ts';
import type { TcpProxy } from '../../support/tcp-proxy.ts';
import {
  claimed,
  claimedOrNull,
  holder,
  openTwoInstances,
  TASK,
  type TwoInstances,
} from '../../support/two-instances.ts';

/** It is waited for: the network stays away until it is over. */
const SHORT_PATIENCE_MS = 500;

const UNIT = { taskId: TASK, at: AT, steps: [], task: taskChange('PENDING', { status: 'PENDING', message: 'x' }) };

describe('advisory claims whose session is lost', () => {
  let pair: TwoInstances;
  let near: Persistence;
  let far: Persistence;
  let database: TestDatabase;
  let proxy: TcpProxy;

  beforeEach(async () => {
    pair = await openTwoInstances();
    ({ near, far, database, proxy } = pair);
  });

  afterEach(() => pair.close());

  for (const mode of ['refuse', 'cut', 'blackhole'] as const) {
    it(`are in doubt while the network does ${mode}, and held again afterwards`, async () => {
      const run = holder();
      const claim = await claimed(far, run);
      await proxy.set(mode);
      await eventually('the loss to be noticed', () => run.heard.length === 1);
      expect(await rejectionOf(claim.storeUnit(UNIT))).to.include({ code: 'database-unavailable' });
      expect(await rejectionOf(far.claims.claim('other', holder()))).to.be.instanceOf(Refusal);
      await proxy.set('pass');
      await eventually('the claim to be back', () => run.heard.length === 2);
      expect(run.heard).to.deep.equal(['claim.lost', 'claim.regained']);
      expect(await claim.storeUnit(UNIT)).to.equal('stored');
      expect(await near.claims.claim(TASK, holder())).to.equal(null);
      await claim.release();
      await claimed(near, holder());
    });
  }

  it('are had again at once when only their session was ended', async () => {
    const run = holder();
    await claimed(far, run);
    await endSessions(database, 'far');
    await eventually('the claim to be back', () => run.heard.length === 2);
    expect(run.heard).to.deep.equal(['claim.lost', 'claim.regained']);
  });

  it('survive five ends of their session, one after the other', async () => {
    const run = holder();
    await claimed(far, run);
    for (let round = 1; round <= 5; round += 1) {
      await endSessions(database, 'far');
      await eventually('the claim to be back', () => run.heard.length === 2 * round);
    }
    expect(new Set(run.heard)).to.deep.equal(new Set(['claim.lost', 'claim.regained']));
    // The server may need a moment to forget the ended ones.
    await eventually('one session to be left', async () => (await sessions(database, 'far')) === 1);
  });

  it('are gone where somebody else took them meanwhile', async () => {
    const run = holder();
    const claim = await claimed(far, run);
    await proxy.set('refuse');
    await eventually('the lock to be free', () => claimedOrNull(near));
    await proxy.set('pass');
    await eventually('the end of the claim', () => run.heard.length === 2);
    expect(run.heard).to.deep.equal(['claim.lost', 'claim.gone']);
    expect(await rejectionOf(claim.storeUnit(UNIT))).to.include({ name: 'ClaimGone' });
    await claim.release();
  });

  it('are gone where the rows tell that somebody had the task meanwhile, and free then', async () => {
    const run = holder(() => false);
    await claimed(far, run);
    await endSessions(database, 'far');
    await eventually('the end of the claim', () => run.heard.length === 2);
    expect(run.heard).to.deep.equal(['claim.lost', 'claim.gone']);
    await eventually('the lock to be free', () => claimedOrNull(near));
  });

  it('leave no session behind when they are closed in the middle of their return', async () => {
    const run = holder();
    await claimed(far, run);
    await endSessions(database, 'far');
    await eventually('the loss to be noticed', () => run.heard.length === 1, { everyMs: 1 });
    await far.close();
    await eventually('no session to be left', async () => (await sessions(database, 'far')) === 0);
  });

  it('that are released while they are in doubt are not taken again', async () => {
    const run = holder();
    const claim = await claimed(far, run);
    await proxy.set('refuse');
    await eventually('the loss to be noticed', () => run.heard.length === 1);
    await claim.release();
    await proxy.set('pass');
    await eventually('the session to be back', () => claimedOrNull(far, 'other'));
    expect(run.heard).to.deep.equal(['claim.lost']);
    await claimed(near, holder());
  });
});

describe('advisory claims that stay lost', () => {
  let pair: TwoInstances;
  let far: Persistence;
  let proxy: TcpProxy;

  beforeEach(async () => {
    pair = await openTwoInstances(SHORT_PATIENCE_MS);
    ({ far, proxy } = pair);
  });

  afterEach(() => pair.close());

  it('are gone when patience ends', async () => {
    const run = holder();
    await claimed(far, run);
    await proxy.set('refuse');
    await eventually('the end of patience', () => run.heard.length === 2);
    expect(run.heard).to.deep.equal(['claim.lost', 'claim.gone']);
    await proxy.set('pass');
    await eventually('claims to be granted again', () => claimedOrNull(far));
  });

  it('are kept in doubt beyond patience where no script runs, and had again', async () => {
    const run = holder();
    await claimed(far, { ...run, runsScript: () => false });
    const other = holder();
    await far.claims.claim('other', other);
    await proxy.set('refuse');
    await eventually('the end of patience', () => other.heard.length === 2);
    expect(run.heard).to.deep.equal(['claim.lost']);
    await proxy.set('pass');
    await eventually('the claim to be back', () => run.heard.length === 2);
    expect(run.heard).to.deep.equal(['claim.lost', 'claim.regained']);
  });
});

const OF_INSTANCE = 'application_name like $1 and datname = current_database()';

async function endSessions(database: TestDatabase, instance: string): Promise<void> {
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OF_INSTANCE}`, [
    `tms-init ${instance}%`,
  ]);
}

async function sessions(database: TestDatabase, instance: string): Promise<number> {
  const rows = await database.query(`select pid from pg_stat_activity where ${OF_INSTANCE}`, [`tms-init ${instance}%`]);
  return rows.length;
}
