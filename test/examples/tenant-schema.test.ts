/** The example that brings up a tenant, on a real PostgreSQL: it fails for a real reason, is mended, resumes, and may be run again. */

import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { expect } from 'chai';

import { type ExampleRun, openExampleRun } from '../support/example-run.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const FAULTY = 'name,seats\nsmall,5\nlarge,many\n';

describe('the example of a tenant', () => {
  let tenants: TestDatabase;
  let run: ExampleRun;
  let plans: string;

  before(async () => {
    tenants = await createTestDatabase();
    run = await openExampleRun((root) => ({ ...own(root), SCRIPT_ENV: 'TENANTS_DATABASE_FILE' }));
    plans = join(run.folders.root, 'plans.csv');
    await writeFile(join(run.folders.root, 'tenants-database'), `${tenants.url}\n`, { mode: 0o600 });
    await run.create('tenant-schema/task.json');
  });

  after(async () => {
    await run?.close();
    await tenants?.drop();
  });

  it('stops at a faulty line and names it, with what was done before kept', async () => {
    await writeFile(plans, FAULTY);
    const { task, steps } = await run.execute('tenant-acme');
    expect(task.status).to.equal('FAILED');
    expect(task.message).to.include('line 3 of plans.csv: the plan large has the seats "many"');
    expect(steps.map(({ status }) => status)).to.deep.equal(['SUCCESS', 'SUCCESS', 'FAILED', 'PENDING', 'PENDING']);
    expect(await tenants.query('select * from tenant_acme.plans')).to.deep.equal([]);
  });

  it('resumes there once the line is mended', async () => {
    await rm(plans);
    const { task, steps } = await run.execute('tenant-acme');
    expect(task.message).to.equal(null);
    expect(task.status).to.equal('SUCCESS');
    expect(steps.map(({ attempts }) => attempts)).to.deep.equal([1, 1, 2, 1, 1]);
    expect(await tenant('acme')).to.deep.equal({ plans: 2, users: ['admin@acme.example'], changes: 3 });
  });

  it('changes nothing where every step is run again', async () => {
    const before = await tenant('acme');
    await tenants.query("update tenant_acme.users set plan = 'large'");
    for (const { script } of JSON.parse(await readFile('examples/tenant-schema/task.json', 'utf8')).steps) {
      await promisify(execFile)('sh', ['-c', script], { env: { ...process.env, ...own(), TASK_ID: 'tenant-acme' } });
    }
    expect(await tenant('acme')).to.deep.equal(before);
    expect(await tenants.query('select plan from tenant_acme.users')).to.deep.equal([{ plan: 'large' }]);
  });

  it('serves another tenant by another id, and refuses an id that names none', async () => {
    await run.create('tenant-schema/task.json', 'tenant-beta');
    expect((await run.execute('tenant-beta')).task.status).to.equal('SUCCESS');
    expect(await tenant('beta')).to.deep.equal({ plans: 2, users: ['admin@beta.example'], changes: 3 });
    await run.create('tenant-schema/task.json', 'somebody');
    expect((await run.execute('somebody')).task.message).to.include('the id of the task must be tenant-<name>');
  });

  function own(root = run.folders.root) {
    return { TENANTS_DATABASE_FILE: join(root, 'tenants-database') };
  }

  async function tenant(name: string) {
    const count = async (table: string) => (await tenants.query(`select * from tenant_${name}.${table}`)).length;
    const users = await tenants.query(`select email from tenant_${name}.users`);
    return { plans: await count('plans'), users: users.map(({ email }) => email), changes: await count('changes') };
  }
});
