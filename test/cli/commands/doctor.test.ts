/** doctor: what a database of this host has and lacks, by the settings of the service. */

import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Findings } from '../../../src/persistence/doctor/examine-database.ts';
import { prepareTables } from '../../../src/persistence/prepare-tables.ts';
import { type AdoptedTables, openAdoptedTables } from '../../support/adopted-tables.ts';
import { tmsInit } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { silentLogger } from '../../support/silent-logger.ts';

const doctor = (environment: Readonly<Record<string, string>>, ...words: readonly string[]) =>
  tmsInit(['doctor', ...words], { environment });

describe('tms-init doctor', () => {
  let database: TestDatabase;
  let folder: string;

  before(async () => {
    [database, folder] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'tms-init-doctor-'))]);
  });

  after(async () => {
    await Promise.all([database.drop(), rm(folder, { recursive: true })]);
  });

  async function mappingFile(content: string): Promise<string> {
    const path = join(folder, 'mapping.json');
    await writeFile(path, content);
    return path;
  }

  it('tells what is missing, with exit code 1, and once it is there that nothing is, with 0', async () => {
    const settings = { DATABASE_URL: database.url };
    const missing = await doctor(settings);
    expect(missing).to.include({ exitCode: 1, error: '' });
    expect(missing.output)
      .to.match(/^PostgreSQL at /)
      .and.include('\n  - table tms_init_task is missing\n');
    await prepareTables({ url: database.url }, silentLogger);
    const whole = await doctor(settings);
    expect(whole).to.include({ exitCode: 0, error: '' });
    expect(whole.output).to.match(/\nNothing is missing for a start\.\n$/);
  });

  it('takes the place of the database from a file as well, as the service does', async () => {
    const path = join(folder, 'database.url');
    await writeFile(path, database.url, { mode: 0o600 });
    const { output } = await doctor({ DATABASE_URL_FILE: path });
    expect(output).to.include(database.name);
  });

  describe('with tables of another program', () => {
    let tables: AdoptedTables;

    before(async () => {
      tables = await openAdoptedTables('quoted-capitals');
    });

    after(() => tables.drop());

    it('gives everything as JSON to programs', async () => {
      const { exitCode, output, error } = await doctor({ DATABASE_URL: tables.url }, '--json');
      expect({ exitCode, error }).to.deep.equal({ exitCode: 1, error: '' });
      const { faults, guess } = JSON.parse(output) as Findings;
      expect(faults).to.include('table tms_init_task is missing');
      expect(guess?.file).to.have.property('tms_init_task');
    });

    it('gives a mapping alone, by which it finds the tables then', async () => {
      const { exitCode, output } = await doctor({ DATABASE_URL: tables.url }, '--mapping');
      expect(exitCode).to.equal(0);
      const found = await doctor({ DATABASE_URL: tables.url, TABLE_MAPPING: await mappingFile(output) });
      expect(found.output).to.match(/^tms_init_task is Ops\.Init'Job: found/m);
    });
  });

  it('shows names of tables that would do something to a terminal as what they are', async () => {
    const names = { tms_init_task: { table: 'evil\u001B[2J\nNothing is missing' }, tms_init_task_step: { table: 's' } };
    const settings = { DATABASE_URL: database.url, TABLE_MAPPING: await mappingFile(JSON.stringify(names)) };
    const { exitCode, output } = await doctor(settings);
    expect(exitCode).to.equal(1);
    expect(output).to.include('tms_init_task is evil␛[2J␊Nothing is missing: not found\n').and.not.include('\u001B');
    const told = await doctor(settings, '--json');
    expect((JSON.parse(told.output) as Findings).tables[0]?.table).to.equal('evil\u001B[2J\nNothing is missing');
  });

  it('changes nothing', async () => {
    const other = await createTestDatabase();
    await doctor({ DATABASE_URL: other.url, CREATE_TABLES: 'auto' });
    const rows = await other.query("select 1 from pg_tables where schemaname = 'public'");
    await other.drop();
    expect(rows).to.deep.equal([]);
  });

  const misuses: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['--json --mapping', {}, /--json holds the mapping too; give one of the two/],
    ['', {}, /DATABASE_URL is not set\. /],
    ['', { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL must be /],
    ['', { DATABASE_URL: 'postgresql://x/y', TABLE_MAPPING: '/none.json' }, /TABLE_MAPPING \/none\.json cannot /],
    ['--url http://127.0.0.1:1', {}, /doctor asks no service, but the database of this host, so it takes no --url/],
    ['--token-file /none', {}, /doctor asks no service, .* takes no --token-file/],
  ];
  for (const [words, settings, message] of misuses) {
    it(`says in one line what is wrong: ${words} ${JSON.stringify(settings)}`, async () => {
      const given = words.split(' ').filter((word) => word !== '');
      const { exitCode, output, error } = await doctor(settings, ...given);
      const told = given.includes('--json') ? (JSON.parse(error) as { readonly error: string }).error : error;
      expect({ exitCode, output }).to.deep.equal({ exitCode: 2, output: '' });
      expect(told).to.match(message);
      expect(error).to.match(/^[^\n]+\n$/);
    });
  }

  it('names the line of a mapping that is wrong', async () => {
    const path = await mappingFile('{\n  "tms_init_task": { "tabel": "jobs" }\n}\n');
    const { exitCode, error } = await doctor({ DATABASE_URL: database.url, TABLE_MAPPING: path });
    expect(exitCode).to.equal(2);
    expect(error).to.match(/^tms-init: TABLE_MAPPING \S+mapping\.json:2:\d+ [^\n]*tabel[^\n]*\n$/);
  });

  it('ends with 3 where the database cannot be reached, and says what to check, without the password', async () => {
    const { exitCode, output, error } = await doctor({ DATABASE_URL: 'postgresql://ann:sesame@127.0.0.1:1/shop' });
    expect({ exitCode, output }).to.deep.equal({ exitCode: 3, output: '' });
    expect(error)
      .to.match(/^tms-init: PostgreSQL at 127\.0\.0\.1:1 [^\n]+ cannot be reached: [^\n]+\n {2}Check that the database/)
      .and.not.include('sesame');
  });
});
