/** What a start finds out about a server before it relies on its session locks. */

import { expect } from 'chai';

import { type CheckedSession, refusePooler, warnOfLockTable } from '../../../src/persistence/claims/check-session.ts';
import { openClaimSession } from '../../../src/persistence/claims/claim-session.ts';
import type { Database } from '../../../src/persistence/database.ts';
import { recordEvents } from '../../support/logged-events.ts';
import { openDatabase } from '../../support/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

describe('the check of the session for claims', () => {
  let test: TestDatabase;
  let database: Database;

  before(async () => {
    test = await createTestDatabase();
    database = await openDatabase({ url: test.url });
  });

  after(async () => {
    await database.orm.close();
    await test.drop();
  });

  it('passes a session of its own', async () => {
    const session = await openClaimSession({ url: test.url, owner: 'a:1:b', onNotification: () => undefined });
    await refusePooler(session, database.orm);
    await session.end();
  });

  it('refuses one that is lent for a statement at a time, as a pooler in transaction mode does it', async () => {
    const session = await pooledSession(database);
    expect(String(await rejectionOf(refusePooler(session, database.orm))))
      .to.include('CLAIMS=advisory')
      .and.to.include('CLAIMS=process');
  });

  it('warns where MAX_RUNNING comes near what the server has room for', async () => {
    const { logger, events } = recordEvents();
    await warnOfLockTable(database.run, 1000, logger);
    expect(events).to.have.length(0);
    await warnOfLockTable(database.run, 60_000, logger);
    expect(events.map(({ event }) => event)).to.deep.equal(['claims.many-locks']);
  });
});

/** Each statement gets whichever server session is idle: that is what the pool of this very process does. */
async function pooledSession({ run }: Database): Promise<CheckedSession> {
  const [backend] = await run<CheckedSession['backend']>(`select pg_backend_pid() as pid, '' as "startedAt"`, []);
  if (!backend) throw new Error('no answer');
  return { run, backend };
}
