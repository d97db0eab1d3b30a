/** What a start says of tables that are missing or unfit. */

import { expect } from 'chai';

import { openPersistence } from '../../src/persistence/open-persistence.ts';
import { prepareTables } from '../../src/persistence/prepare-tables.ts';
import { UnusableDatabaseError } from '../../src/persistence/unusable-database.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { mask } from '../support/mask.ts';
import { silentLogger } from '../support/silent-logger.ts';

const TABLES = ['tms_init_task_step', 'tms_init_task'];

onBothDatabases('the check of the tables', (open, kind) => {
  let database: EmptyDatabase;

  before(async () => {
    database = await open();
  });

  after(() => database.close());

  beforeEach(() => database.query(`drop table if exists ${TABLES.join(', ')}`));

  const start = async (createTables: 'auto' | 'never') => {
    const { connection } = database;
    await openPersistence({ connection, createTables, logger: silentLogger, mask }).then((persistence) =>
      persistence.close(),
    );
  };

  const refusalOf = async (createTables: 'auto' | 'never' = 'never') => {
    const error = await start(createTables).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(UnusableDatabaseError);
    return (error as Error).message;
  };

  const namesOfTables = async () => {
    const rows = await database.query(`select tablename from pg_tables where tablename like 'tms%' order by 1 desc`);
    return rows.map(({ tablename }) => tablename);
  };

  it('names the database and both ways to create absent tables, and creates none', async () => {
    expect(await refusalOf()).to.match(
      /^Database "\w+" cannot be used: table tms_init_task is missing; table tms_init_task_step is missing\. If it is the right one, create the tables by "npm run create-tables" or start with CREATE_TABLES=auto; where they have other names, ask "npm run doctor"\.$/,
    );
    expect(await namesOfTables()).to.deep.equal([]);
  });

  it('creates absent tables where it may, once', async () => {
    await start('auto');
    expect(await namesOfTables()).to.deep.equal(TABLES);
    await start('auto');
    await start('never');
  });

  it('creates them once when several start at the same time', async () => {
    const starts = Array.from({ length: 4 }, () => prepareTables(database.connection, silentLogger));
    expect((await Promise.all(starts)).toSorted()).to.deep.equal(['created', 'present', 'present', 'present']);
  });

  it('does not make up for one of the two tables', async () => {
    await start('auto');
    await database.query('drop table tms_init_task_step');
    expect(await refusalOf('auto')).to.match(/^Database "\w+" cannot be used: table tms_init_task_step is missing\.$/);
  });

  it('lists all that is missing at once', async () => {
    await start('auto');
    await database.query(`alter table tms_init_task drop column message, alter column status type varchar(6);
      alter table tms_init_task_step drop column exit_code, alter column log_path type varchar(100)`);
    expect(await refusalOf()).to.match(
      /: column tms_init_task\.message is missing; column tms_init_task\.status holds 6 characters, 7 are needed; column tms_init_task_step\.exit_code is missing; column tms_init_task_step\.log_path holds 100 characters, 168 are needed\.$/,
    );
  });

  it('takes tables with further columns, other lengths and another order', async () => {
    await start('auto');
    await database.query(`alter table tms_init_task add column tenant text not null default '', alter column message type varchar(20);
      alter table tms_init_task_step alter column log_path type text`);
    await start('never');
  });

  if (kind === 'PostgreSQL') {
    it('lists the privileges that its user does not have', async () => {
      await start('auto');
      expect(
        await refusalOfUser(
          (user) => `grant select on tms_init_task to ${user};
            grant select, insert, update on tms_init_task_step to ${user}`,
        ),
      ).to.match(/: privilege INSERT on tms_init_task is missing; privilege UPDATE on tms_init_task is missing\.$/);
    });

    it('lists the sequences that its user may not use where columns are serial', async () => {
      await start('auto');
      await database.query(`alter table tms_init_task alter column id drop identity; create sequence task_numbers;
        alter table tms_init_task alter column id set default nextval('task_numbers')`);
      const refusal = await refusalOfUser((user) => `grant select, insert, update on ${TABLES.join(', ')} to ${user}`);
      await database.query('drop sequence task_numbers cascade');
      expect(refusal).to.match(/cannot be used: privilege USAGE on sequence task_numbers is missing\.$/);
    });

    const refusalOfUser = async (grants: (user: string) => string) => {
      const user = `tms_init_test_${process.pid}`;
      await database.query(`create role ${user} login password 'x'; ${grants(user)}`);
      const url = new URL('url' in database.connection ? database.connection.url : '');
      const connection = { url: Object.assign(url, { username: user, password: 'x' }).href };
      const opening = openPersistence({ connection, createTables: 'never', logger: silentLogger, mask });
      const error = await opening.catch((thrown: unknown) => thrown);
      await database.query(`drop owned by ${user}; drop role ${user}`);
      return (error as Error).message;
    };
  }
});
