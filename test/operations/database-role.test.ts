/** The role that the Compose file makes for the service: enough for the service, and no more. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';
import { Client } from 'pg';

import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { createDatabaseOn } from '../support/postgres.ts';
import { rejectionOf } from '../support/rejection-of.ts';
import { PROJECT } from '../support/the-service.ts';

const SCRIPTS = ['src/persistence/tables.sql', 'operations/database/role.sql'];

const PASSWORD = "a pass'word";

describe('the role of the Compose file', () => {
  let server: PostgresServer;
  let client: Client;
  let url: string;

  before(async function () {
    if (spawnSync('psql', ['--version']).error) {
      process.stderr.write('Not tested: there is no psql on this machine.\n');
      this.skip();
    }
    // Of its own: roles belong to a whole server.
    server = await startPostgresServer();
    const admin = await createDatabaseOn(server.url);
    for (const script of SCRIPTS) {
      const args = ['-X', '-v', 'ON_ERROR_STOP=1', '--file', join(PROJECT, script), admin.url];
      const env = { ...process.env, POSTGRES_PASSWORD: PASSWORD };
      const { status, stderr } = spawnSync('psql', args, { encoding: 'utf8', env });
      expect([status, stderr]).to.deep.equal([0, '']);
    }
    url = Object.assign(new URL(admin.url), { username: 'tms_init', password: PASSWORD }).href;
    client = new Client({ connectionString: url });
    await client.connect();
  });

  after(async () => {
    await client?.end();
    await server?.stop();
  });

  it('is all that the service needs', () => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: url };
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(PROJECT, 'src/doctor.ts')], {
      encoding: 'utf8',
      env,
    });
    expect([status, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.include('Nothing is missing for a start.');
  });

  it('reads and writes the tables', async () => {
    await client.query(`insert into tms_init_task (task_id, task_name) values ('a', 'A')`);
    const { rows } = await client.query('delete from tms_init_task returning task_id');
    expect(rows).to.deep.equal([{ task_id: 'a' }]);
  });

  const denied = [
    `copy tms_init_task from program 'id'`,
    `copy tms_init_task to '/tmp/a'`,
    `select pg_read_file('PG_VERSION')`,
    'create table other (id int)',
    'create temporary table other (id int)',
    'create schema other',
    'create role other',
    'truncate tms_init_task cascade',
    'alter table tms_init_task add column other int',
    'drop table tms_init_task_step',
    'set role postgres',
  ];
  for (const statement of denied) {
    it(`may not: ${statement}`, async () => {
      expect(await rejectionOf(client.query(statement)))
        .to.have.property('code')
        .that.is.oneOf(['42501', '22023']);
    });
  }
});
