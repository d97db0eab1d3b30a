/** An empty embedded database to copy: making one takes seconds, copying one takes none. */

import { cpSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { startEmbeddedDatabase } from '../../src/persistence/embedded/start-embedded-database.ts';
import { folderOfThisProcess } from './folder-of-this-process.ts';
import { sharedFixture } from './shared-fixture.ts';
import { silentLogger } from './silent-logger.ts';

/** Fills a folder, which need not exist, with a database that has no tables. */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  made.template ??= findTemplate();
  // A thousand small files: the asynchronous one takes five times the CPU.
  cpSync(await made.template, dataDir, { recursive: true });
}

// The one template of a test process is the only state this file keeps: it lives until the process exits.
const made: { template?: Promise<string> } = {};

async function findTemplate(): Promise<string> {
  return (await sharedFixture('embedded template')) ?? (await makeEmbeddedTemplate());
}

/** Its folder, which goes with this process. */
export async function makeEmbeddedTemplate(): Promise<string> {
  const template = join(folderOfThisProcess('template'), 'data');
  await mkdir(template);
  const database = await startEmbeddedDatabase({ dataDir: template, logger: silentLogger });
  await database.close();
  return template;
}
