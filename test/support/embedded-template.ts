/** An empty embedded database to copy, which costs a tenth of making one even from the template of the installation. */

import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { builtTemplate } from '../../src/persistence/embedded/database-template.ts';
import { makeDatabase } from '../../src/persistence/embedded/make-database.ts';
import { folderOfThisProcess } from './folder-of-this-process.ts';

/** Fills a folder, which need not exist, with a database that has no tables. */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  made.folder ??= unpackTemplate();
  // A thousand small files: the asynchronous one takes five times the CPU.
  cpSync(await made.folder, join(dataDir, 'pg'), { recursive: true });
}

// The one copy of a test process is the only state this file keeps: it lives until the process exits.
const made: { folder?: Promise<string> } = {};

async function unpackTemplate(): Promise<string> {
  const folder = join(folderOfThisProcess('template'), 'pg');
  await makeDatabase({ folder, template: builtTemplate() });
  return folder;
}
