/** Claims of two instances on one PostgreSQL, one of them behind a network that fails. */

import { expect } from 'chai';
import { Client } from 'pg';

import { Refusal } from '../../../src/domain/refusal.ts';
import type { StoredRows } from '../../../src/domain/rows.ts';
import type { Claim, ClaimHolder } from '../../../src/persistence/claims/claims.ts';
import { openPersistence } from '../../../src/persistence/open-persistence.ts';
import type { Persistence } from '../../../src/persistence/persistence.ts';
import { eventually } from '../../support/eventually.ts';
import { AT, taskChange } from '../../support/open-database.ts';
import { mask } from '../../support/mask.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { rejectionOf } from '../../support/rejection-of.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const TASK = 'shop-测试';
/** Longer than the attempt to connect that a black hole swallows. */
const PATIENCE_MS = 3500;
const UNIT = { taskId: TASK, at: AT, steps: [], task: taskChange('PENDING', { status: 'PENDING', message: 'x' }) };

describe('advisory claims', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let near: Persistence;
  /** Behind the proxy. */
  let far: Persistence;

  beforeEach(async () => {
    database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    near = await openInstance(database.url, 'near:1:aa');
    far = await openInstance(
      Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href,
      'far:2:bb',
    );
    await near.createTask({ taskId: TASK, name: 'a task', steps: [{ name: 'a step', script: 'true' }] });
  });

  afterEach(async () => {
    await Promise.all([near.close(), far.close()]);
    await proxy.close();
    await database.drop();
  });

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

  it('survive ten ends of their session', async () => {
    const run = holder();
    await claimed(far, run);
    for (let round = 1; round <= 10; round += 1) {
      await endSessions(database, 'far');
      await eventually('the claim to be back', () => run.heard.length === 2 * round);
    }
    expect(new Set(run.heard)).to.deep.equal(new Set(['claim.lost', 'claim.regained']));
    expect(await sessions(database, 'far')).to.equal(1);
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

function openInstance(url: string, owner: string): Promise<Persistence> {
  const claims = { owner, patienceMs: PATIENCE_MS, maxRunning: 100 };
  return openPersistence({ connection: { url }, createTables: 'auto', claims, logger: silentLogger, mask });
}

function claimedOrNull(persistence: Persistence, taskId = TASK): Promise<Claim | null> {
  return persistence.claims.claim(taskId, holder());
}

async function claimed(persistence: Persistence, run: ClaimHolder): Promise<Claim> {
  const claim = await persistence.claims.claim(TASK, run);
  if (claim === null) throw new Error('the claim was not granted');
  return claim;
}

interface HearingHolder extends ClaimHolder {
  readonly heard: string[];
}

function holder(
  recognises: (rows: StoredRows | null) => boolean = (rows) => rows?.task.taskId === TASK,
): HearingHolder {
  const heard: string[] = [];
  return { heard, hear: (news) => void heard.push(news), runsScript: () => true, recognises };
}

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
