/** Data folders of embedded databases: one is made, the others are its copies, because making one takes seconds. */

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedDatabase } from '../../src/persistence/embedded/start-embedded-database.ts';
import { silentLogger } from './silent-logger.ts';

export interface DataFolders {
  /** A folder with an empty database. */
  fresh(): Promise<string>;
  /** A folder with nothing in it. */
  empty(): Promise<string>;
  remove(): Promise<void>;
}

export async function makeDataFolders(): Promise<DataFolders> {
  const root = await mkdtemp(join(tmpdir(), 'tms-init-test-'));
  const template = join(root, 'template');
  const database = await startEmbeddedDatabase({ dataDir: template, logger: silentLogger });
  await database.close();
  const empty = () => mkdtemp(join(root, 'data-'));
  return {
    empty,
    async fresh() {
      const folder = await empty();
      await cp(template, folder, { recursive: true });
      return folder;
    },
    remove: () => rm(root, { recursive: true }),
  };
}
