/** The connection of the claims. */

import { expect } from 'chai';

import { type ClaimSession, openClaimSession } from '../../../src/persistence/claims/claim-session.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

const statement = (sql: string) => ({ sql, parameters: [] });
const FAILS = statement('select 1 / 0');

describe('the connection of the claims', () => {
  let test: TestDatabase;
  let session: ClaimSession;

  before(async () => {
    test = await createTestDatabase();
    session = await openClaimSession({ url: test.url, owner: 'a:1:b', onNotification: () => undefined });
    await session.run('create table story (told text)', []);
  });

  after(async () => {
    await session.end();
    await test.drop();
  });

  it('begins the second of two statements when the first one is done', async () => {
    const write = statement(
      "with slow as (select pg_sleep(0.1)) insert into story select 'first' from slow returning told",
    );
    const both = await session.runBoth(write, statement('select told from story'));
    expect(both).to.deep.equal([[{ told: 'first' }], [{ told: 'first' }]]);
  });

  it('gives nothing where the second one fails, and rejects where the first one does', async () => {
    const one = statement('select 1 as n');
    expect(await session.runBoth(one, FAILS)).to.deep.equal([[{ n: 1 }], null]);
    expect(String(await rejectionOf(session.runBoth(FAILS, one)))).to.include('division by zero');
    expect(await session.run('select 2 as n', [])).to.deep.equal([{ n: 2 }]);
  });

  it('sends what comes meanwhile after both', async () => {
    const both = session.runBoth(statement('select pg_sleep(0.1)'), statement("insert into story values ('second')"));
    expect(await session.run('select count(*)::int as n from story', [])).to.deep.equal([{ n: 2 }]);
    await both;
  });
});
