/** Two services on different tables of one database, whose tasks have the same ids. */

import { expect } from 'chai';

import { STEP_COLUMNS, TASK_COLUMNS } from '../../../src/config/mapping/reference-columns.ts';
import { readTableMapping, type TableMapping } from '../../../src/config/mapping/table-mapping.ts';
import { openPersistence } from '../../../src/persistence/open-persistence.ts';
import type { Persistence } from '../../../src/persistence/persistence.ts';
import { prepareTables } from '../../../src/persistence/prepare-tables.ts';
import { ADOPTED_TABLES, openAdoptedTables } from '../../support/adopted-tables.ts';
import { mask } from '../../support/mask.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { silentLogger } from '../../support/silent-logger.ts';

const HOLDER = { hear: () => undefined, runsScript: () => false, recognises: () => true };

describe('claims on tasks of different tables with the same id', () => {
  let database: TestDatabase;
  let ours: Persistence;
  let theirs: Persistence;
  let alsoTheirs: Persistence;

  before(async () => {
    database = await createTestDatabase();
    const connection = { url: database.url };
    await prepareTables(connection, silentLogger);
    await database.query(`create schema other;
      create table other.tms_init_task (like public.tms_init_task including all);
      create table other.tms_init_task_step (like public.tms_init_task_step including all)`);
    const open = (owner: string, mapping: TableMapping | null) =>
      openPersistence({
        connection,
        createTables: 'never',
        mapping,
        claims: { owner, patienceMs: 1000, maxRunning: 10 },
        logger: silentLogger,
        mask,
      });
    ours = await open('ours:1:a', null);
    theirs = await open('theirs:2:b', mappingTo('other'));
    // A mapping that leads to the tables of the service leads to the same tasks.
    alsoTheirs = await open('also:3:c', mappingTo('public'));
  });

  after(async () => {
    for (const persistence of [ours, theirs, alsoTheirs]) await persistence.close();
    await database.drop();
  });

  it('have nothing to do with each other', async () => {
    expect(await ours.claims.claim('7', HOLDER)).not.to.equal(null);
    expect((await theirs.claims.findOwners(['7'])).get('7')).to.equal(undefined);
    expect(await theirs.claims.claim('7', HOLDER)).not.to.equal(null);
    expect(await alsoTheirs.claims.claim('7', HOLDER)).to.equal(null);
    expect((await alsoTheirs.claims.findOwners(['7'])).get('7')).to.equal('ours:1:a');
    expect(theirs.identity).not.to.equal(ours.identity);
    expect(alsoTheirs.identity).to.equal(ours.identity);
  });

  it('make only tasks of the same tables active', async () => {
    for (const schema of ['public', 'other']) {
      await database.query(
        `insert into ${schema}.tms_init_task (task_id, task_name, status) values ('7', 'x', 'RUNNING'), ('8', 'y', 'RUNNING')`,
      );
    }
    expect(await theirs.claims.claim('8', HOLDER)).not.to.equal(null);
    expect(await listActive(ours)).to.deep.equal([['7', 'ours:1:a']]);
    expect(await listActive(alsoTheirs)).to.deep.equal([['7', 'ours:1:a']]);
    expect(await listActive(theirs)).to.deep.equal([
      ['8', 'theirs:2:b'],
      ['7', 'theirs:2:b'],
    ]);
  });

  it('are asked after among those of the same tables only', async () => {
    const asked: string[] = [];
    for (const [name, persistence] of Object.entries({ ours, theirs, alsoTheirs })) {
      persistence.claims.answerBy(async (taskId) => {
        asked.push(`${name} ${taskId}`);
        return name === 'ours' ? 'running' : null;
      });
    }
    expect(await alsoTheirs.claims.askHolder('7', { ask: 'cancel', by: 'ann' })).to.equal('running');
    expect(asked.filter((line) => line.startsWith('theirs'))).to.deep.equal([]);
    expect(asked).to.include('ours 7');
  });
});

describe('claims on tasks of another program', () => {
  for (const name of ADOPTED_TABLES) {
    it(`make the tasks of ${name} active`, async () => {
      const tables = await openAdoptedTables(name);
      const mapping = readTableMapping(tables.mappingPath);
      const { schema, table, columns } = mapping.task;
      await tables.query(`update "${schema ?? 'public'}"."${table}" set "${columns.status}" = 'RUNNING'`);
      const persistence = await openPersistence({
        connection: { url: tables.url },
        createTables: 'never',
        mapping,
        claims: { owner: 'some:1:a', patienceMs: 1000, maxRunning: 10 },
        logger: silentLogger,
        mask,
      });
      const { items } = await persistence.listTasks({ ...ALL, prefix: 'Set up 2' });
      const taskId = items[0]?.task.taskId ?? '';
      expect(await listActive(persistence)).to.deep.equal([]);
      expect(await persistence.claims.claim(taskId, HOLDER)).not.to.equal(null);
      expect(await listActive(persistence)).to.deep.equal([[taskId, 'some:1:a']]);
      await persistence.close();
      await tables.drop();
    });
  }
});

const ALL = { status: null, prefix: null, active: null, limit: 5, after: null };

async function listActive(persistence: Persistence) {
  const { items, owners } = await persistence.listTasks({ ...ALL, active: { wanted: true, here: [] } });
  return items.map(({ task }) => [task.taskId, owners?.get(task.taskId)]);
}

function mappingTo(schema: string): TableMapping {
  return {
    timeZone: 'UTC',
    task: { schema, table: 'tms_init_task', columns: ownNames(TASK_COLUMNS) },
    step: { schema, table: 'tms_init_task_step', columns: ownNames(STEP_COLUMNS) },
  };
}

function ownNames<Column extends string>(columns: readonly Column[]): Record<Column, string> {
  return Object.fromEntries(columns.map((column): [string, string] => [column, column])) as Record<Column, string>;
}
