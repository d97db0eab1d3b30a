/** What a start says of tables of another program that it cannot work with. */

import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readTableMapping } from '../../src/config/mapping/table-mapping.ts';
import { openPersistence } from '../../src/persistence/open-persistence.ts';
import { UnusableDatabaseError } from '../../src/persistence/unusable-database.ts';
import { mask } from '../support/mask.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { silentLogger } from '../support/silent-logger.ts';

/** Tables that would do. */
const JOB = 'create table job (id int primary key, job_no text unique, title text, state text, note text)';
const PART = `create table part (id int primary key, job_no text, seq int, title text, body text, state text, note text, log text, code int)`;

const MAPPING = {
  tms_init_task: {
    table: 'job',
    columns: {
      task_id: 'job_no',
      task_name: 'title',
      status: 'state',
      message: 'note',
      created_at: null,
      updated_at: null,
      started_at: null,
      finished_at: null,
    },
  },
  tms_init_task_step: {
    table: 'part',
    columns: {
      task_id: 'job_no',
      step_no: 'seq',
      step_name: 'title',
      script: 'body',
      status: 'state',
      message: 'note',
      log_path: 'log',
      exit_code: 'code',
      started_at: null,
      finished_at: null,
    },
  },
};

interface Unfit {
  readonly because: string;
  readonly sql: string;
  /** All that is amiss. */
  readonly faults: string;
}

const SPELLING =
  'but the service reads and writes PENDING, RUNNING, SUCCESS, FAILED only: its rows, and the programs that write them, have to spell it so';

const UNFIT: readonly Unfit[] = [
  {
    because: 'statuses are numbers',
    sql: 'alter table job alter state type smallint using 0',
    faults:
      'column job.state is smallint; it has to be text, such as PENDING, RUNNING, SUCCESS, FAILED; other spellings and numbers cannot be mapped',
  },
  {
    because: 'statuses are in small letters',
    sql: `insert into job values (1, 'a', 'a', 'pending'), (2, 'b', 'b', 'SUCCESS'), (3, 'c', 'c', 'archived'); insert into part values (1, 'a', 1, 'a', 'a', ' Success')`,
    faults: `column job.state holds "pending", ${SPELLING}; column part.state holds " Success", ${SPELLING}`,
  },
  {
    because: 'statuses are digits in a text',
    sql: `insert into part values (1, 'a', 1, 'a', 'a', '0'), (2, 'a', 2, 'a', 'a', '1')`,
    faults: `column part.state holds "0", "1", ${SPELLING}`,
  },
  {
    because: 'an enumeration has them in small letters',
    sql: `create type state as enum ('pending', 'running', 'success', 'FAILED'); alter table job alter state type state using null`,
    faults: 'column job.state does not take PENDING, RUNNING, SUCCESS, only pending, running, success, FAILED',
  },
  {
    because: 'a constraint has them in small letters, while there is no row',
    sql: `alter table part add constraint known_state check (state in ('pending', 'running', 'FAILED') and length(state) > 1)`,
    faults: 'column part.state does not take PENDING, RUNNING, SUCCESS (constraint known_state)',
  },
  {
    because: 'statuses are too short for the words',
    sql: 'alter table part alter state type varchar(4)',
    faults: 'column part.state holds 4 characters, 7 are needed',
  },
  {
    because: 'an id may be twice',
    sql: 'alter table job drop constraint job_job_no_key; create unique index some_of_them on job (job_no) where id > 5',
    faults: 'a unique index on job (job_no) is missing',
  },
  {
    because: 'steps name their task by another kind of id',
    sql: 'alter table part alter job_no type int using 0',
    faults: 'column part.job_no is integer and job.job_no is text; they have to be of one kind',
  },
  {
    because: 'ids are compared in a way of their own',
    sql: `create collation loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false); alter table job alter job_no type text collate loose`,
    faults: 'column job.job_no takes different texts for the same; its collation has to be deterministic',
  },
  {
    because: 'a message cannot be emptied',
    sql: 'alter table job alter note set not null; alter table part alter code set not null',
    faults: 'column job.note does not take NULL; column part.code does not take NULL',
  },
  {
    because: 'a column that is written is computed',
    sql: `alter table part drop log, add log text generated always as ('x') stored`,
    faults: 'column part.log is computed and cannot be written',
  },
  {
    because: 'numbers of steps are no integers',
    sql: 'alter table part alter seq type numeric(5, 2)',
    faults: 'column part.seq is numeric(5,2); it has to be an integer',
  },
  {
    because: 'one of them is a view',
    sql: 'alter table job rename to jobs; create view job as select * from jobs',
    faults: 'job is no table; name the table itself',
  },
  { because: 'one is missing', sql: 'drop table part', faults: 'table part is missing' },
  {
    because: 'columns are missing',
    sql: 'alter table part rename title to caption; alter table part drop log',
    faults: 'column part.title is missing; column part.log is missing',
  },
];

describe('the check of tables of another program', () => {
  let folder: string;
  let database: TestDatabase;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tms-init-mapping-'));
  });

  after(() => rmSync(folder, { recursive: true }));

  beforeEach(async () => {
    database = await createTestDatabase();
    await database.query(`${JOB}; ${PART}`);
  });

  afterEach(() => database.drop());

  const open = async () => {
    const path = join(folder, 'mapping.json');
    writeFileSync(path, JSON.stringify(MAPPING));
    const persistence = await openPersistence({
      connection: { url: database.url },
      createTables: 'never',
      mapping: readTableMapping(path),
      logger: silentLogger,
      mask,
    });
    await persistence.close();
  };

  const refusalOf = async () => {
    const error = await open().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(UnusableDatabaseError);
    return (error as Error).message;
  };

  it('finds nothing amiss with statuses that nobody can take for others', async () => {
    await database.query(
      `insert into job values (1, 'a', 'a', 'archived'), (2, 'b', 'b', null), (3, 'c', 'c', 'FAILED')`,
    );
    await open();
  });

  for (const { because, sql, faults } of UNFIT) {
    it(`refuses them where ${because}`, async () => {
      await database.query(sql);
      expect(await refusalOf()).to.equal(
        `Database "${database.name}" cannot be used: ${faults}. The tables are named by TABLE_MAPPING; "npm run doctor" shows what there is.`,
      );
    });
  }
});
