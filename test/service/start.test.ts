/**
 * How a start ends that cannot succeed or is called off. Which words it has for what: test/config.test.ts,
 * test/http/server.test.ts, test/persistence/. What becomes of a database that was being made when its service was killed:
 * test/persistence/embedded/start-embedded-database.test.ts
 */

import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';

import { makeBareInstallation } from '../support/bare-installation.ts';
import { eventually } from '../support/eventually.ts';
import { livingCommands, livingProcesses } from '../support/living-processes.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import { beginService, makeServiceFolders, runServiceToEnd, type ServiceFolders } from '../support/service-process.ts';

const NOBODY_LISTENS = 'postgresql://ann:sesame@127.0.0.1:1/shop';

/** A busy machine may take long to call a start off. */
const PATIENT = { SHUTDOWN_GRACE: '60' };

describe('a start', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
  });

  after(async () => {
    await database.close();
    await folders.remove();
  });

  afterEach(() => {
    expect(livingProcesses(folders.root)).to.deep.equal([]);
  });

  it('that cannot succeed says which setting is bad', async () => {
    expect(await refusalOf({ PORT: '80a' })).to.equal('PORT must be a whole number from 0 to 65535, not "80a".');
  });

  it('that cannot succeed says that the port is in use, and closes what it has opened', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => {
      other.once('listening', resolve);
    });
    const { port } = other.address() as AddressInfo;
    try {
      const refusal = await refusalOf({ ...database.settings, PORT: String(port) });
      expect(refusal).to.equal(`Port ${port} on 127.0.0.1 is in use already; set PORT to another one.`);
    } finally {
      other.close();
    }
  });

  it('tries an unreachable database for 10 s, then names it without its password', async () => {
    const begun = performance.now();
    const refusal = await refusalOf({ DATABASE_URL: NOBODY_LISTENS });
    expect(refusal).to.equal(
      'PostgreSQL at 127.0.0.1:1 (database "shop", user "ann") could not be reached within 10 s: connect ECONNREFUSED 127.0.0.1:1.',
    );
    expect(performance.now() - begun).to.be.greaterThan(10_000);
  });

  it('that is called off by Ctrl-C while it waits for the database ends in order', async () => {
    const start = beginService(folders, { DATABASE_URL: NOBODY_LISTENS, ...PATIENT });
    await eventually('the start to wait', () => start.events().includes('database.waiting'));
    expect(await start.endGroup('SIGINT')).to.equal(0);
    expect(start.events().at(-1)).to.equal('closed');
  });

  it('that is called off by Ctrl-C while it makes its database anew ends in order and leaves nothing of it (F73)', async () => {
    const installation = await makeBareInstallation();
    const command = [process.execPath, join(installation.folder, 'src/main.ts')] as const;
    const start = beginService(folders, { ...PATIENT, ...installation.settings }, command);
    await eventually('the database to be made', () => databasesIn(folders.root).includes('pg.unfinished'));
    expect(await start.endGroup('SIGINT')).to.equal(0);
    expect(start.events().at(-1)).to.equal('closed');
    expect(livingCommands(folders.root)).to.deep.equal([]);
    expect(databasesIn(folders.root)).to.deep.equal([]);
    await installation.remove();
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

/** Whole and half ones. */
function databasesIn(root: string): readonly string[] {
  return readdirSync(join(root, 'data')).filter((name) => name === 'pg' || name === 'pg.unfinished');
}
