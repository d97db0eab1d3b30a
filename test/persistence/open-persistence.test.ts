/** What the room does while its database fails: the time it takes, what it says, and that it heals. */

import { randomUUID } from 'node:crypto';

import { expect } from 'chai';
import { Client } from 'pg';

import { Refusal } from '../../src/domain/refusal.ts';
import { openPersistence } from '../../src/persistence/open-persistence.ts';
import type { Persistence } from '../../src/persistence/persistence.ts';
import { eventually } from '../support/eventually.ts';
import { AT, taskChange } from '../support/open-database.ts';
import { mask } from '../support/mask.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** The limits of the room are 3 s for an answer and 2 s for its close; a busy machine adds to them. */

const taskId = 'a task';
const ASKING: Readonly<Record<string, (persistence: Persistence) => Promise<unknown>>> = {
  readTask: (persistence) => persistence.readTask(taskId),
  listTasks: (persistence) =>
    persistence.listTasks({ status: null, prefix: null, active: null, limit: 10, after: null }),
  createTask: (persistence) => persistence.createTask(newTask(randomUUID())),
};
const newTask = (id: string) => ({ taskId: id, name: 'a task', steps: [{ name: 'a step', script: 'true' }] });
const message = { taskId, at: AT, steps: [], task: taskChange('PENDING', { status: 'PENDING', message: 'stored' }) };

describe('an opened PostgreSQL', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let persistence: Persistence;

  beforeEach(async () => {
    database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const url = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href;
    persistence = await openPersistence({ connection: { url }, createTables: 'auto', logger: silentLogger, mask });
    await persistence.createTask(newTask(taskId));
  });

  afterEach(async () => {
    await persistence.close();
    await proxy.close();
    await database.drop();
  });

  const isHealed = () => eventually('the database is back', () => persistence.readTask(taskId));

  for (const mode of ['refuse', 'cut', 'blackhole'] as const) {
    it(`refuses reads and creations, throws from storeUnit and says so by ping when the network does ${mode}, and heals`, async () => {
      expect(await persistence.ping()).to.equal(true);
      await proxy.set(mode);
      const stored = persistence.storeUnit(message).catch((error: unknown) => error);
      const refused = Object.entries(ASKING).map(async ([name, ask]) => [name, await refusalOf(ask(persistence))]);
      const [pinged, unit, ...refusals] = await Promise.all([persistence.ping(), stored, ...refused]);
      expect(refusals).to.deep.equal(Object.keys(ASKING).map((name) => [name, 'database-unavailable']));
      expect(unit).to.be.instanceOf(Error);
      expect(pinged).to.equal(false);
      await proxy.set('pass');
      await isHealed();
      await eventually('ping is true again', () => persistence.ping());
      await eventually('the unit is stored', async () => (await persistence.storeUnit(message)) === 'stored');
    });
  }

  it('keeps answering many at once in a black hole', async () => {
    await proxy.set('blackhole');
    const refusals = await Promise.all(Array.from({ length: 50 }, () => refusalOf(persistence.readTask(taskId))));
    expect(new Set(refusals)).to.deep.equal(new Set(['database-unavailable']));
    await proxy.set('pass');
    await isHealed();
  });

  it('keeps its pool whole when 12 connections are cut in the middle of a statement', async () => {
    for (let round = 0; round < 12; round += 1) {
      const holder = await lockTable(database);
      const creation = await waitingCreation();
      await proxy.set('cut');
      expect(await creation.refusal).to.equal('database-unavailable');
      await holder.end();
      await proxy.set('pass');
    }
    const answers = await Promise.all(Array.from({ length: 30 }, () => persistence.readTask(taskId)));
    expect(answers.filter((rows) => rows?.task.taskId === taskId)).to.have.length(30);
  });

  /** A creation waits for a lock for a second only: on a busy machine that may be over before it is seen to wait. */
  async function waitingCreation(): Promise<Creation> {
    let creation = beginCreation();
    await eventually('a creation to wait for the lock', async () => {
      if (creation.isOver) creation = beginCreation();
      return isWaiting(database);
    });
    return creation;
  }

  function beginCreation(): Creation {
    const refusal = refusalOf(persistence.createTask(newTask(randomUUID()))).finally(() => (creation.isOver = true));
    const creation: Creation = { refusal, isOver: false };
    return creation;
  }

  it('refuses a creation that a lock holds up', async () => {
    const holder = await lockTable(database);
    expect(await refusalOf(persistence.createTask(newTask(randomUUID())))).to.equal('database-unavailable');
    await holder.end();
    await persistence.createTask(newTask('later'));
  });

  it('survives the end of its connections by the administrator', async () => {
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    await isHealed();
  });

  it('reads from a read-only database and refuses to create', async () => {
    await database.query(`alter database ${database.name} set default_transaction_read_only = on`);
    await proxy.set('cut');
    await proxy.set('pass');
    await isHealed();
    expect(await refusalOf(persistence.createTask(newTask('x')))).to.equal('database-unavailable');
    expect(await persistence.storeUnit(message).catch((error: unknown) => error)).to.include({ code: '25006' });
  });

  it('grants every claim, whose units are stored like others', async () => {
    const claim = await persistence.claims.claim(taskId, {
      hear: () => expect.fail('a claim of this kind is never lost'),
      runsScript: () => expect.fail('a claim of this kind is never in doubt'),
      recognises: () => expect.fail('a claim of this kind is never in doubt'),
    });
    expect(await claim?.storeUnit(message)).to.equal('stored');
    await claim?.release();
  });

  it('has the identity of the database, not of the way to it', async () => {
    const connection = { url: database.url };
    const straight = await openPersistence({ connection, createTables: 'never', logger: silentLogger, mask });
    const named = await openPersistence({
      connection,
      createTables: 'never',
      identity: 'mine',
      logger: silentLogger,
      mask,
    });
    expect([straight.identity, named.identity]).to.deep.equal([persistence.identity, 'mine']);
    expect(persistence.identity).to.match(new RegExp(`^\\d{10,}/${database.name}$`));
    await Promise.all([straight.close(), named.close()]);
  });

  it('is named by its address where the server does not tell its number', async () => {
    const user = `tms_init_test_${process.pid}`;
    await database.query(`revoke execute on function pg_control_system() from public;
      create role ${user} login password 'x'; grant select, insert, update on all tables in schema public to ${user}`);
    const url = Object.assign(new URL(database.url), { username: user, password: 'x' });
    const limited = await openPersistence({
      connection: { url: url.href },
      createTables: 'never',
      logger: silentLogger,
      mask,
    });
    expect(limited.identity).to.equal(`${url.host}/${database.name}`);
    await limited.close();
    await database.query(`drop owned by ${user}; drop role ${user}`);
  });

  it('closes although the database is silent', async () => {
    await persistence.ping();
    await proxy.set('blackhole');
    await persistence.close();
  });
});

interface Creation {
  readonly refusal: Promise<unknown>;
  isOver: boolean;
}

async function refusalOf(answer: Promise<unknown>): Promise<unknown> {
  const thrown = await answer.then(
    () => 'answered',
    (error: unknown) => error,
  );
  return thrown instanceof Refusal ? thrown.code : thrown;
}

async function lockTable({ url }: TestDatabase): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table tms_init_task_step in access exclusive mode');
  return client;
}

async function isWaiting(database: TestDatabase): Promise<boolean> {
  const rows = await database.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length > 0;
}
