/** The doctor: what it finds, what it says, its exit codes, and that it changes nothing. */

import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { readTableMapping } from '../src/config/mapping/table-mapping.ts';
import { runDoctor } from '../src/doctor/run-doctor.ts';
import type { Findings } from '../src/persistence/doctor/examine-database.ts';
import { openPersistence } from '../src/persistence/open-persistence.ts';
import { prepareTables } from '../src/persistence/prepare-tables.ts';
import { ADOPTED_TABLES, type AdoptedTables, openAdoptedTables } from './support/adopted-tables.ts';
import { eventually } from './support/eventually.ts';
import { mask } from './support/mask.ts';
import { createTestDatabase, type TestDatabase } from './support/postgres.ts';
import { silentLogger } from './support/silent-logger.ts';

/** Usual words in other orders and forms, among tables that are not meant. */
const UNSEEN = `
create table audit_log (id bigserial primary key, status text, body text);
create table orders (id bigserial primary key, order_no text unique, status text, created timestamptz);
create table order_line (id bigserial primary key, order_no text references orders (order_no), position int, status text, note text);
create table provision_request (
  request_id bigserial primary key, request_title varchar(80), request_status varchar(12), last_error text,
  creation_date timestamptz, modification_date timestamptz, start_date timestamptz, completion_date timestamptz);
create table provision_request_action (
  action_id bigserial primary key, request_id bigint references provision_request, sequence_number int, action_title varchar(80),
  shell_command text, action_status varchar(12), error_text text, logfile_path varchar(400), exitcode int,
  start_date timestamptz, completion_date timestamptz)`;

const SCANNED_PREFIX_INDEXES = `
select indexrelname from pg_stat_user_indexes where idx_scan > 0 and pg_get_indexdef(indexrelid) like '%pattern\\_ops%'`;

/** Those whose messages of steps are called as nobody would call them. */
const UNTELLING = new Set(['quoted-capitals', 'text-keys']);

describe('the doctor', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
  });

  after(() => database.drop());

  it('finds nothing amiss with the tables of the service, and guesses nothing', async () => {
    const own = await createTestDatabase();
    await prepareTables({ url: own.url }, silentLogger);
    const { stdout, stderr, status } = await doctor({ DATABASE_URL: own.url });
    const { stdout: json } = await doctor({ DATABASE_URL: own.url }, '--json');
    await own.drop();
    expect(stdout).to.match(/^PostgreSQL at [^\n]+\n {2}PostgreSQL \d+/);
    expect(stdout).to.match(
      /\ntms_init_task: found[^\n]*\n {2}id +id, bigint\n {2}task_id +task_id, character varying\(64\)\n/,
    );
    expect(stdout).to.match(/\nNothing is missing for a start\.\n$/);
    expect([stderr, status]).to.deep.equal(['', 0]);
    expect(JSON.parse(json)).to.deep.include({ isMapped: false, faults: [], indexes: [], remarks: [], guess: null });
  });

  it('says of a database without such tables that there are none, and what a start says', async () => {
    const { stdout, status } = await doctor({ DATABASE_URL: database.url });
    expect(stdout).to.include('\ntms_init_task: not found\n');
    expect(stdout).to.include('\n  - table tms_init_task_step is missing\n');
    expect(stdout).to.include('\nNo other two tables look like tasks and their steps.\n');
    expect(status).to.equal(1);
  });

  for (const name of ADOPTED_TABLES) {
    describe(`with the tables of ${name}`, () => {
      let tables: AdoptedTables;

      before(async () => {
        tables = await openAdoptedTables(name);
      });

      after(() => tables.drop());

      it('guesses the mapping that a person has written, and says which column nothing speaks for', async () => {
        const { stdout } = await doctor({ DATABASE_URL: tables.url }, '--json');
        const { guess } = JSON.parse(stdout) as Findings;
        expect(guess?.open).to.deep.equal(UNTELLING.has(name) ? ['tms_init_task_step.message'] : []);
        const written = wholeMapping(JSON.parse(readFileSync(tables.mappingPath, 'utf8')));
        const guessed = wholeMapping(JSON.parse(JSON.stringify(guess?.file)));
        if (UNTELLING.has(name)) Object.assign(guessed[1]?.columns ?? {}, { message: written[1]?.columns['message'] });
        expect(guessed).to.deep.equal(written);
      });

      it('finds nothing amiss where they are mapped', async () => {
        const { stdout } = await doctor({ DATABASE_URL: tables.url, TABLE_MAPPING: tables.mappingPath }, '--json');
        expect(JSON.parse(stdout)).to.deep.include({ isMapped: true, faults: [], guess: null });
      });

      it('names the indexes that are missing, and is content once they are there; it makes none itself', async () => {
        const before = await tables.shape();
        const settings = { DATABASE_URL: tables.url, TABLE_MAPPING: tables.mappingPath };
        const { stdout, status } = await doctor(settings, '--json');
        expect(await tables.shape()).to.equal(before);
        expect(status).to.equal(1);
        const { indexes } = JSON.parse(stdout) as Findings;
        expect(indexes).to.have.length(3);
        for (const { statement } of indexes) await tables.query(statement);
        expect((await doctor(settings)).status).to.equal(0);
      });

      it('has named such indexes as searches go by', async () => {
        await tables.query(`alter role ${new URL(tables.url).username} set enable_seqscan = off`);
        const persistence = await openPersistence({
          connection: { url: tables.url },
          createTables: 'never',
          mapping: readTableMapping(tables.mappingPath),
          logger: silentLogger,
          mask,
        });
        await persistence.listTasks({ status: null, prefix: 'nobody', active: null, limit: 5, after: null });
        await persistence.close();
        const areUsed = async () => (await tables.query(SCANNED_PREFIX_INDEXES)).length === 2;
        await eventually('the counts of the closed connections', areUsed);
      });
    });
  }

  it('wants an index that goes by the spelling of names, where their collation does not', async () => {
    const own = await createTestDatabase();
    await prepareTables({ url: own.url }, silentLogger);
    await own.query(`drop index tms_init_task_task_name_prefix;
      create collation any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      alter table tms_init_task alter task_name type varchar(255) collate any_case;
      insert into tms_init_task (task_id, task_name) values ('1', 'Set up'), ('2', 'set up')`);
    const { indexes } = JSON.parse((await doctor({ DATABASE_URL: own.url }, '--json')).stdout) as Findings;
    expect(indexes.map(({ columns }) => columns)).to.deep.equal([['task_name', 'id']]);
    for (const { statement } of indexes) await own.query(statement);
    expect((await doctor({ DATABASE_URL: own.url })).status).to.equal(0);
    const persistence = await openPersistence({
      connection: { url: own.url },
      createTables: 'never',
      logger: silentLogger,
      mask,
    });
    const { items } = await persistence.listTasks({ status: null, prefix: 'Set', active: null, limit: 5, after: null });
    await persistence.close();
    await own.drop();
    expect(items.map(({ task }) => task.taskId)).to.deep.equal(['1']);
  });

  it('finds them among other tables by the words in their names', async () => {
    const unseen = await createTestDatabase();
    await unseen.query(UNSEEN);
    const { stdout } = await doctor({ DATABASE_URL: unseen.url }, '--mapping');
    await unseen.drop();
    expect(JSON.parse(stdout)).to.deep.include({
      tms_init_task: {
        schema: 'public',
        table: 'provision_request',
        columns: {
          id: 'request_id',
          task_id: 'request_id',
          task_name: 'request_title',
          status: 'request_status',
          message: 'last_error',
          created_at: 'creation_date',
          updated_at: 'modification_date',
          started_at: 'start_date',
          finished_at: 'completion_date',
        },
      },
    });
    expect(JSON.parse(stdout).tms_init_task_step).to.deep.equal({
      schema: 'public',
      table: 'provision_request_action',
      columns: {
        id: 'action_id',
        task_id: 'request_id',
        step_no: 'sequence_number',
        step_name: 'action_title',
        script: 'shell_command',
        status: 'action_status',
        message: 'error_text',
        log_path: 'logfile_path',
        exit_code: 'exitcode',
        started_at: 'start_date',
        finished_at: 'completion_date',
      },
    });
  });

  it('tells of the rights that its user does not have, and of a schema that is shut', async () => {
    const tables = await openAdoptedTables('quoted-capitals');
    const user = new URL(tables.url).username;
    const settings = { DATABASE_URL: tables.url, TABLE_MAPPING: tables.mappingPath };
    await tables.query(`revoke update on "Ops"."Init'Job" from ${user}`);
    expect((await doctor(settings)).stdout).to.include("\n  - privilege UPDATE on Ops.Init'Job is missing\n");
    await tables.query(`revoke usage on schema "Ops" from ${user}`);
    const { stdout, status } = await doctor(settings);
    await tables.drop();
    expect(stdout).to.include("\n  - privilege USAGE on the schema of Ops.Init'Job is missing\n");
    expect(status).to.equal(1);
  });

  const misuses: readonly (readonly [string[], Record<string, string>, RegExp])[] = [
    [['--jsno'], {}, /^tms-init: Unknown option '--jsno'\nusage: npm run doctor /],
    [['fix'], {}, /^tms-init: Unexpected argument 'fix'/],
    [['--json', '--mapping'], {}, /^tms-init: --json holds the mapping too; give one of the two\nusage: /],
    [[], {}, /^tms-init: DATABASE_URL is not set\. [^\n]+\n$/],
    [[], { DATABASE_URL: 'mysql://x/y' }, /^tms-init: DATABASE_URL must be [^\n]+\n$/],
    [
      [],
      { DATABASE_URL: 'postgresql://x/y', TABLE_MAPPING: '/none.json' },
      /^tms-init: TABLE_MAPPING \/none\.json cannot [^\n]+\n$/,
    ],
  ];
  for (const [args, settings, error] of misuses) {
    it(`ends with 2 and says why for ${JSON.stringify([args, settings])}`, async () => {
      const { stdout, stderr, status } = await doctor(settings, ...args);
      expect(stderr).to.match(error);
      expect([stdout, status]).to.deep.equal(['', 2]);
    });
  }

  it('ends with 3 where the database cannot be reached or lets nobody in, and names it without its password', async () => {
    for (const DATABASE_URL of [
      'postgresql://ann:sesame@127.0.0.1:1/shop',
      Object.assign(new URL(database.url), { password: 'sesame' }).href,
    ]) {
      const { stdout, stderr, status } = await doctor({ DATABASE_URL });
      expect(stderr).to.match(/^tms-init: PostgreSQL at 127\.0\.0\.1:\d+ \([^\n]+\) cannot be reached: [^\n]+\.\n$/);
      expect(stderr).not.to.include('sesame');
      expect([stdout, status]).to.deep.equal(['', 3]);
    }
  });

  it('is a program that says all of this and ends', () => {
    const program = new URL('../src/doctor.ts', import.meta.url).pathname;
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [program, ...args], { env: { DATABASE_URL: database.url }, encoding: 'utf8' });
    const help = run('--help');
    expect(help.stdout).to.match(/^usage: npm run doctor /);
    expect([help.stderr, help.status]).to.deep.equal(['', 0]);
    expect(run().status).to.equal(1);
    const wrong = run('--jsno');
    expect(wrong.stderr).to.match(/^tms-init: Unknown option/);
    expect(wrong.status).to.equal(2);
  });
});

/** With the columns that a mapping may leave out, and without the time zone, which nobody can guess. */
function wholeMapping(mapping: Record<string, { schema?: string; table: string; columns: object }>) {
  const names = {
    tms_init_task: 'id task_id task_name status message created_at updated_at started_at finished_at',
    tms_init_task_step: 'id task_id step_no step_name script status message log_path exit_code started_at finished_at',
  };
  return Object.entries(names).map(([reference, columns]) => ({
    table: mapping[reference]?.table,
    schema: mapping[reference]?.schema ?? 'public',
    columns: {
      ...Object.fromEntries(columns.split(' ').map((name) => [name, name])),
      ...mapping[reference]?.columns,
    } as Record<string, unknown>,
  }));
}

async function doctor(settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { output, error, exitCode } = await runDoctor(args, { LOG_LEVEL: 'silent', ...settings });
  return { stdout: output, stderr: error, status: exitCode };
}
