/** Data folders for embedded databases. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { copyEmbeddedTemplate } from './embedded-template.ts';

export interface DataFolders {
  /** A folder with an empty database. */
  fresh(): Promise<string>;
  /** A folder with nothing in it. */
  empty(): Promise<string>;
  remove(): Promise<void>;
}

export async function makeDataFolders(): Promise<DataFolders> {
  const root = await mkdtemp(join(tmpdir(), 'tms-init-test-'));
  const empty = () => mkdtemp(join(root, 'data-'));
  return {
    empty,
    async fresh() {
      const folder = await empty();
      await copyEmbeddedTemplate(folder);
      return folder;
    },
    remove: () => rm(root, { recursive: true }),
  };
}
