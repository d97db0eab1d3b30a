/** The embedded database as the service sees it: real database processes, killed and interrupted. */

import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';
import { Client, Pool } from 'pg';

import { isAlive, type ProcessIdentity } from '../../../src/persistence/embedded/process-identity.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../../src/persistence/embedded/start-embedded-database.ts';
import { type DataFolders, makeDataFolders } from '../../support/data-folders.ts';
import {
  type EmbeddedService,
  type EmbeddedServiceOptions,
  startEmbeddedService,
} from '../../support/embedded-service.ts';
import { eventually } from '../../support/eventually.ts';
import { makeHeldTemplate } from '../../support/held-template.ts';
import { type LoggedEvents, recordEvents } from '../../support/logged-events.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

describe('the embedded database', () => {
  let folders: DataFolders;
  let opened: { close(): Promise<unknown> }[] = [];

  before(async () => {
    folders = await makeDataFolders();
  });

  afterEach(async () => {
    for (const one of opened.toReversed()) await one.close();
    opened = [];
  });

  after(() => folders.remove());

  async function open(dataDir: string, { logger }: Pick<LoggedEvents, 'logger'> = recordEvents()) {
    const database = await startEmbeddedDatabase({ dataDir, logger });
    opened.push(database);
    return database;
  }

  function openService(dataDir: string, options?: EmbeddedServiceOptions): EmbeddedService {
    const service = startEmbeddedService(dataDir, options);
    opened.push({ close: () => service.kill() });
    return service;
  }

  function openPool(database: Pick<EmbeddedDatabase, 'connection'>): Pool {
    const pool = new Pool(database.connection);
    // What a dying database does to an idle connection; the pool replaces it.
    pool.on('error', () => undefined);
    opened.push({ close: () => pool.end() });
    return pool;
  }

  describe('from one start to the next, in a folder that is open to others and reached by a link', () => {
    const first = recordEvents();
    let dataDir: string;
    let database: EmbeddedDatabase;

    before(async () => {
      dataDir = await folders.fresh();
      await symlink(dataDir, `${dataDir}-link`);
      for (const folder of [dataDir, join(dataDir, 'pg')]) await chmod(folder, 0o777);
      database = await startEmbeddedDatabase({ dataDir: `${dataDir}-link`, logger: first.logger });
    });

    it('is identified by the real path of its folder', () => {
      expect(database.identity).to.equal(dataDir);
    });

    it('lets nobody else in, and tells of the folder', () => {
      const modes = ['', 'pg', 'pg.lock', 'pg.holder.json'].map((name) => modeOf(join(dataDir, name)));
      expect(modes).to.deep.equal(['777', '700', '600', '600']);
      expect(first.events[0]).to.include({ event: 'folder.exposed', setting: 'DATA_DIR', folder: `${dataDir}-link` });
      expect(modeOf(database.connection.host)).to.equal('700');
    });

    it('leaves nothing behind but what was written', async () => {
      await query(database, "create table kept as select 'once' as word");
      const holder = await readHolder(dataDir);
      await database.close();
      expect(existsSync(database.connection.host)).to.equal(false);
      expect(isAlive(holder.database)).to.equal(false);
      expect(readdirSync(dataDir)).to.have.members(['pg', 'pg.lock']);
      const next = await open(dataDir);
      expect(await query(next, 'select word from kept')).to.deep.equal([{ word: 'once' }]);
    });
  });

  it('makes its folder for its user alone', async () => {
    const dataDir = join(await folders.empty(), 'above', 'data');
    const stopping = AbortSignal.abort();
    await rejectionOf(startEmbeddedDatabase({ dataDir, logger: recordEvents().logger, stopping }));
    expect(modeOf(dataDir)).to.equal('700');
  });

  describe('whose process gets signals', () => {
    const log = recordEvents();
    let dataDir: string;
    let database: EmbeddedDatabase;

    before(async () => {
      dataDir = await folders.fresh();
      database = await startEmbeddedDatabase({ dataDir, logger: log.logger });
    });

    it('ignores SIGINT, SIGTERM and SIGHUP', async () => {
      const { pid } = (await readHolder(dataDir)).database;
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
      expect(await query(database, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
      expect(log.events).to.have.length(1);
    });

    it('is started anew behind the same socket after SIGKILL, with every acknowledged row', async () => {
      const pool = openPool(database);
      await pool.query('create table numbers (n int primary key)');
      const acknowledged: number[] = [];
      const writing = writeUntilItFails(pool, acknowledged);
      await eventually('a hundred rows', () => acknowledged.length >= 100);
      const { pid } = (await readHolder(dataDir)).database;
      process.kill(pid, 'SIGKILL');
      await writing;
      const { rows } = await eventually('the pool to heal', () => pool.query<{ n: number }>('select n from numbers'));
      expect(rows.map(({ n }) => n)).to.include.members(acknowledged);
      await eventually('the new one to be told', () => log.events.length === 3);
      expect(log.events.map(({ event }) => event)).to.deep.equal(['database.ready', 'database.died', 'database.ready']);
      expect(log.events[1]).to.include({ pid, signal: 'SIGKILL' });
    });

    it('closes also while it is down', async () => {
      process.kill((await readHolder(dataDir)).database.pid, 'SIGKILL');
      await database.close();
      expect(existsSync(database.connection.host)).to.equal(false);
      const again = await open(dataDir);
      expect(await query(again, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    });
  });

  describe('whose service is killed', () => {
    it('can be opened at once by the next service', async () => {
      const dataDir = await folders.fresh();
      const service = openService(dataDir);
      const { host } = await service.connection;
      const client = await connect({ connection: await service.connection });
      await client.query('create table left_behind as select 7 as n');
      await client.query('begin');
      await client.query('insert into left_behind values (8)');
      client.on('error', () => undefined);
      await service.kill();
      const next = await open(dataDir);
      expect(await query(next, 'select n from left_behind')).to.deep.equal([{ n: 7 }]);
      expect(existsSync(host)).to.equal(false);
    });

    it('ends and removes its socket, which has a place also where the temporary folder has a long path', async () => {
      const dataDir = await folders.fresh();
      const long = join(await folders.empty(), 'x'.repeat(100));
      await mkdir(long);
      const service = openService(dataDir, { environment: { TMPDIR: long } });
      const connection = await service.connection;
      expect(connection.host).to.match(/^\/tmp\/tms-init-db-/);
      expect(await query({ connection }, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
      const { database } = await readHolder(dataDir);
      await service.kill();
      await eventually('the end of the database process', () => !isAlive(database));
      expect(existsSync(connection.host)).to.equal(false);
    });

    it('leaves nothing of a database that was being made anew, nor the process that makes it (F73)', async () => {
      const dataDir = await folders.empty();
      const service = openService(dataDir, { template: join(dataDir, 'not there') });
      service.connection.catch(() => undefined);
      await eventually('the database to be made', () => existsSync(join(dataDir, 'pg.unfinished')));
      const { database } = await readHolder(dataDir);
      await service.kill();
      await eventually('the end of the database process', () => !isAlive(database));
      expect(readdirSync(dataDir)).to.include('pg.lock').and.not.include.oneOf(['pg', 'pg.unfinished']);
    });

    it('is made once more if its process was killed too in the middle of that, on a folder that was missing', async () => {
      const above = await folders.empty();
      const dataDir = join(above, 'not', 'there');
      const held = makeHeldTemplate(above, dataDir);
      opened.push({ close: () => Promise.resolve(held.release()) });
      const service = openService(dataDir, { template: held.path });
      service.connection.catch(() => undefined);
      const half = join(dataDir, 'pg.unfinished', 'PG_VERSION');
      await eventually('a half made database', () => existsSync(half));
      process.kill((await readHolder(dataDir)).database.pid, 'SIGKILL');
      await service.kill();
      expect(readdirSync(dataDir)).to.include('pg.unfinished').and.not.include('pg');
      const log = recordEvents();
      const database = await open(dataDir, log);
      expect(await query(database, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
      expect(log.events).to.have.length(1);
      expect(log.events[0]).to.include({ event: 'database.ready', created: true, removedUnfinished: true });
      expect((await readFile(join(dataDir, 'pg', 'PG_VERSION'), 'utf8')).trim()).to.equal('18');
      expect(readdirSync(dataDir)).to.not.include('pg.unfinished');
    });
  });

  describe('of another service', () => {
    it('is refused at once, and while its database is being started anew; killed then, it leaves a socket to the next', async () => {
      const dataDir = await folders.fresh();
      const service = openService(dataDir);
      const connection = await service.connection;
      const message = `The data folder ${dataDir} is in use by process ${service.pid}.`;
      expect(await refusalOf(dataDir)).to.equal(message);
      expect(socketFoldersOf(process.pid)).to.deep.equal([]);
      expect(await query({ connection }, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
      process.kill(service.pid, 'SIGSTOP');
      process.kill((await readHolder(dataDir)).database.pid, 'SIGKILL');
      expect(await refusalOf(dataDir)).to.equal(message);
      await service.kill();
      // Its last thread closes the socket, some time after the process counts as dead.
      await eventually('the end of the socket', () => isRefused(join(connection.host, '.s.PGSQL.5432')));
      const bystander = join(tmpdir(), 'tms-init-db-notours');
      await mkdir(bystander, { recursive: true });
      opened.push({ close: () => rm(bystander, { recursive: true }) });
      await open(dataDir);
      expect(existsSync(connection.host)).to.equal(false);
      expect(existsSync(bystander)).to.equal(true);
    });
  });

  describe('when signals reach its process', () => {
    it('outlives Ctrl-C to the whole foreground group until the service closes it', async () => {
      const dataDir = await folders.fresh();
      const service = openService(dataDir);
      await service.connection;
      process.kill(-service.pid, 'SIGINT');
      expect(await service.ended).to.deep.equal([0, null]);
      const next = await open(dataDir);
      expect(await query(next, 'select count(*)::int as n from written_at_the_end')).to.deep.equal([{ n: 1 }]);
    });
  });

  describe('in a folder that it cannot use', () => {
    it('refuses a database of another PostgreSQL and leaves it alone', async () => {
      const dataDir = await folders.fresh();
      await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '17\n');
      const before = readdirSync(join(dataDir, 'pg'));
      const message = await refusalOf(dataDir);
      expect(message).to.equal(
        `${dataDir}/pg was made by PostgreSQL 17; this version of the service reads PostgreSQL 18.`,
      );
      expect(readdirSync(join(dataDir, 'pg'))).to.deep.equal(before);
    });

    it('refuses a folder with other contents and leaves it alone', async () => {
      const dataDir = await folders.empty();
      await mkdir(join(dataDir, 'pg'));
      await writeFile(join(dataDir, 'pg', 'photo.jpg'), '');
      const message = await refusalOf(dataDir);
      expect(message).to.equal(`${dataDir}/pg is not empty and holds no database; give another data folder.`);
      expect(readdirSync(join(dataDir, 'pg'))).to.deep.equal(['photo.jpg']);
    });

    it("refuses a PostgreSQL server's own folder", async () => {
      const dataDir = await folders.empty();
      await writeFile(join(dataDir, 'PG_VERSION'), '16\n');
      const message = await refusalOf(dataDir);
      expect(message).to.equal(`${dataDir} is the data folder of a PostgreSQL 16 server; give another one.`);
    });

    it('says in one line that the folder cannot be made', async () => {
      const file = join(await folders.empty(), 'file');
      await writeFile(file, '');
      const message = await refusalOf(join(file, 'data'));
      expect(message).to.match(/^DATA_DIR .*\/file\/data cannot be made: ENOTDIR\.$/);
    });

    it('says in one line what is wrong with a damaged database', async () => {
      const dataDir = await folders.fresh();
      await writeFile(join(dataDir, 'pg', 'global', 'pg_control'), 'damaged');
      const message = await refusalOf(dataDir);
      expect(message).to.match(/^The database in .*\/pg cannot be used: PANIC: .*pg_control.*\.$/);
    });
  });
});

/** What a start is refused with. */
async function refusalOf(dataDir: string): Promise<string> {
  const error = await rejectionOf(startEmbeddedDatabase({ dataDir, ...recordEvents() }));
  return error instanceof Error ? error.message : String(error);
}

async function writeUntilItFails(pool: Pool, acknowledged: number[]): Promise<void> {
  try {
    for (let n = 0; ; n += 1) {
      await pool.query('insert into numbers values ($1)', [n]);
      acknowledged.push(n);
    }
  } catch {
    // The kill ends the writing; what counts is what was acknowledged before.
  }
}

async function isRefused(path: string): Promise<boolean> {
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

async function connect({ connection }: { connection: object }): Promise<Client> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  return client;
}

async function query(target: { connection: object }, sql: string) {
  const client = await connect(target);
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

async function readHolder(dataDir: string): Promise<{ database: ProcessIdentity }> {
  return JSON.parse(await readFile(join(dataDir, 'pg.holder.json'), 'utf8'));
}

function socketFoldersOf(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`tms-init-db-${pid}-`));
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}
