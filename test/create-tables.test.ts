/** `npm run create-tables` as a process: what it says, and its exit code. */

import { spawnSync } from 'node:child_process';

import { expect } from 'chai';

import { createTestDatabase, type TestDatabase } from './support/postgres.ts';

describe('create-tables', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
  });

  after(() => database.drop());

  it('creates the tables and says so, then says that they are there', async () => {
    const first = createTables({ DATABASE_URL: database.url });
    expect(first.stdout).to.match(
      /^PostgreSQL at .*: the tables tms_init_task and tms_init_task_step were created\.\n$/,
    );
    expect(first.status).to.equal(0);
    const second = createTables({ DATABASE_URL: database.url });
    expect(second.stdout).to.match(/ are there already; nothing was changed\.\n$/);
    expect(second.status).to.equal(0);
    await database.query('drop table tms_init_task_step');
    const third = createTables({ DATABASE_URL: database.url });
    expect(third.stderr).to.match(/^tms-init: Database "\w+" cannot be used: table tms_init_task_step is missing\.\n$/);
    expect([third.stdout, third.status]).to.deep.equal(['', 1]);
  });

  it('creates nothing for a mapping', () => {
    const TABLE_MAPPING = new URL('fixtures/adopted-tables/uuid-ids/mapping.json', import.meta.url).pathname;
    const { stderr, status } = createTables({ DATABASE_URL: database.url, TABLE_MAPPING });
    expect(stderr).to.match(/^tms-init: TABLE_MAPPING names [^\n]+ nothing was done\.\n$/);
    expect(status).to.equal(1);
  });

  it('says that the embedded database needs no such thing', () => {
    const { stderr, status } = createTables({});
    expect(stderr).to.match(/^tms-init: DATABASE_URL is not set\. [^\n]+\n$/);
    expect(status).to.equal(1);
  });
});

function createTables(settings: Readonly<Record<string, string>>) {
  const program = new URL('../src/create-tables.ts', import.meta.url).pathname;
  const env = { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...settings };
  return spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
}
