import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { eventually } from '../support/eventually.ts';
import { livingCommands } from '../support/living-processes.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { openEmbedded } from '../support/service-databases.ts';
import {
  type BegunService,
  beginService,
  makeServiceFolders,
  runServiceToEnd,
  type ServiceFolders,
  startServiceProcess,
} from '../support/service-process.ts';

describe('a start that cannot succeed', () => {
  let folders: ServiceFolders;
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
  });

  after(() => database.drop());

  beforeEach(async () => {
    folders = await makeServiceFolders();
  });

  afterEach(() => folders.remove());

  it('says which setting is bad', async () => {
    expect(await refusalOf({ PORT: '80a' })).to.equal('PORT must be a whole number from 0 to 65535, not "80a".');
    expect(await refusalOf({ HOST: '0.0.0.0' })).to.match(/^HOST must be a loopback address/);
    expect(await refusalOf({ TABLE_MAPPING: 'other.json' })).to.match(
      /^TABLE_MAPPING is not supported by this version/,
    );
  });

  it('says that the port is in use', async () => {
    await openEmbedded(folders);
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => {
      other.once('listening', resolve);
    });
    const { port } = other.address() as AddressInfo;
    try {
      const refusal = await refusalOf({ PORT: String(port) });
      expect(refusal).to.equal(`Port ${port} on 127.0.0.1 is in use already; set PORT to another one.`);
    } finally {
      other.close();
    }
  });

  it('says that the tables are missing, in which database, and how to create them', async () => {
    const refusal = await refusalOf({ DATABASE_URL: database.url });
    expect(refusal)
      .to.include(database.name)
      .and.to.include('npm run create-tables')
      .and.to.include('CREATE_TABLES=auto');
  });

  it('tries an unreachable database for 10 s, then names it without its password', async () => {
    const begun = performance.now();
    const refusal = await refusalOf({ DATABASE_URL: 'postgresql://ann:sesame@127.0.0.1:1/shop' });
    expect(refusal).to.equal(
      'PostgreSQL at 127.0.0.1:1 (database "shop", user "ann") could not be reached within 10 s: connect ECONNREFUSED 127.0.0.1:1.',
    );
    expect(performance.now() - begun).to.be.greaterThan(10_000);
  });

  it('says who has the data folder', async () => {
    await openEmbedded(folders);
    const first = await startServiceProcess(folders);
    try {
      expect(await refusalOf({})).to.include(`in use by process ${first.pid}`);
    } finally {
      await first.end('SIGTERM');
    }
  });

  /** The one line of a start that ends with an exit code above 0. */
  async function refusalOf(settings: Record<string, string>): Promise<string> {
    const { exitCode, error } = await runServiceToEnd(folders, settings);
    expect(exitCode).to.be.greaterThan(0);
    const lines = error.trimEnd().split('\n');
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^tms-init: /);
    return String(lines[0]).replace('tms-init: ', '');
  }
});

describe('a start that is called off', () => {
  let folders: ServiceFolders;

  beforeEach(async () => {
    folders = await makeServiceFolders();
  });

  afterEach(() => folders.remove());

  it('by Ctrl-C while it waits for the database ends in order', async () => {
    const url = 'postgresql://ann:sesame@127.0.0.1:1/shop';
    const start = beginService(folders, { DATABASE_URL: url });
    await eventually('the start to wait', () => start.events().includes('database.waiting'));
    expect(await start.endGroup('SIGINT')).to.equal(0);
    expect(start.events().at(-1)).to.equal('closed');
  });

  it('by Ctrl-C while the embedded database is made leaves no process', async () => {
    const start = await startMaking();
    expect(await start.endGroup('SIGINT')).to.equal(0);
    expect(start.events().at(-1)).to.equal('closed');
    expect(livingCommands(folders.root)).to.deep.equal([]);
  });

  it('by kill -9 while the embedded database is made ends that too', async () => {
    const start = await startMaking();
    await start.endGroup('SIGKILL');
    const { root } = folders;
    await eventually('the database process to end', () => livingCommands(root).length === 0);
  });

  async function startMaking(): Promise<BegunService> {
    const start = beginService(folders, {});
    const making = () => existsSync(join(folders.root, 'data/pg.unfinished'));
    await eventually('the database to be made', making);
    return start;
  }
});
