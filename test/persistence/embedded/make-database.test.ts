/** How a new embedded database comes to be: from the template that `npm run prepare` has made, or anew. */

import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';
import { Client } from 'pg';

import { builtTemplate } from '../../../src/persistence/embedded/database-template.ts';
import { makeDatabase } from '../../../src/persistence/embedded/make-database.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../../src/persistence/embedded/start-embedded-database.ts';
import { type DataFolders, makeDataFolders } from '../../support/data-folders.ts';
import { type LoggedEvent, recordEvents } from '../../support/logged-events.ts';
import { rejectionOf } from '../../support/rejection-of.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

/** All by which one database could differ from another: settings, and what was decided when it was made. */
const NATURE = `
  select version() as version, pg_current_wal_lsn() as position,
    (select json_agg(s) from (select name, setting from pg_settings order by name) s) as settings,
    (select json_agg(d) from (select * from pg_database order by oid) d) as databases,
    (select json_agg(r) from (select * from pg_authid order by oid) r) as roles,
    (select to_json(i) from pg_control_init() i) as built`;

const NUMBER = 'select system_identifier::text as number from pg_control_system()';

interface NewDatabase {
  readonly dataDir: string;
  readonly database: EmbeddedDatabase;
  readonly events: readonly LoggedEvent[];
}

/** Only root may mount a disk. */
const itOfRoot = process.getuid?.() === 0 ? it : it.skip;

describe('a new embedded database', () => {
  let folders: DataFolders;

  before(async () => {
    folders = await makeDataFolders();
  });

  after(() => folders.remove());

  async function open(template?: string): Promise<NewDatabase> {
    const { logger, events } = recordEvents();
    const dataDir = await folders.empty();
    return {
      dataDir,
      events,
      database: await startEmbeddedDatabase({ dataDir, logger, ...(template && { template }) }),
    };
  }

  describe('beside another one, and beside one whose template is damaged', () => {
    let one: NewDatabase;
    let other: NewDatabase;
    let anew: NewDatabase;
    let damaged: string;

    before(async () => {
      damaged = join(await folders.empty(), 'damaged.gz');
      await writeFile(damaged, 'half of it');
      [one, other, anew] = await Promise.all([open(), open(), open(damaged)]);
    });

    after(() => Promise.all([one, other, anew].map(({ database }) => database.close())));

    it('is made from the template of the installation', async () => {
      expect(await ask(one, NUMBER)).to.deep.equal(await ask(other, NUMBER));
      expect(await ask(one, NUMBER)).to.not.deep.equal(await ask(anew, NUMBER));
      for (const { events } of [one, other]) {
        expect(events.map(({ event, created }) => [event, created])).to.deep.equal([['database.ready', true]]);
      }
    });

    it('is made anew where the template is damaged, which the log tells, with what to do', () => {
      const [ready, told] = anew.events;
      expect(ready).to.include({ event: 'database.ready', created: true });
      expect(told).to.deep.equal({
        event: 'database.template-unusable',
        template: damaged,
        reason: 'incorrect header check',
        mend: 'npm run prepare',
      });
      expect(anew.events).to.have.length(2);
    });

    it('is the same from the template as made anew: settings, encodings, roles, files', async () => {
      expect(await ask(one, NATURE)).to.deep.equal(await ask(anew, NATURE));
      expect(filesOf(one)).to.deep.equal(filesOf(anew));
    });

    it('has nothing to do with another one from the same template', async () => {
      expect(one.database.identity).to.not.equal(other.database.identity);
      await ask(one, 'create table mine as select 1 as n');
      expect(await ask(one, 'table mine')).to.deep.equal([{ n: 1 }]);
      expect(await ask(other, "select to_regclass('mine') as mine")).to.deep.equal([{ mine: null }]);
    });
  });

  itOfRoot('is refused in one line where the disk is full', async () => {
    const dataDir = await folders.empty();
    const disk = await mountSmallDisk(dataDir);
    try {
      const folder = join(dataDir, 'pg.unfinished');
      const error = await rejectionOf(makeDatabase({ folder, template: builtTemplate() }));
      const reason = 'no space left on the disk (ENOSPC)';
      expect(String(error)).to.equal(`EmbeddedDatabaseError: The database in ${folder} cannot be used: ${reason}.`);
    } finally {
      await disk.close();
    }
  });
});

async function ask({ database }: NewDatabase, sql: string) {
  const client = new Client(database.connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

/** With their sizes, and whether others may enter. */
function filesOf({ dataDir }: NewDatabase): readonly string[] {
  const root = join(dataDir, 'pg');
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const lines = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mode, size } = statSync(path);
    return entry.isDirectory() ? `${path} ${(mode & 0o777).toString(8)}` : `${path} ${size}`;
  });
  return lines.map((line) => line.slice(root.length)).toSorted();
}
