/** Makes an empty database: from the template, or, in ten times the time, anew. */

import { type DatabaseFiles, readTemplate, writeFiles } from './database-template.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { reasonOf, unusable } from './unusable.ts';

export interface Making {
  /** Empty, or not there. */
  readonly folder: string;
  /** Need not be there. */
  readonly template: string;
}

/** Resolves with why the template could not be used, null where it could or is not there. */
export async function makeDatabase({ folder, template }: Making): Promise<string | null> {
  const { files, fault } = tryTemplate(template);
  if (files) load(folder, files);
  else await makeAnew(folder);
  return fault;
}

interface Tried {
  readonly files: DatabaseFiles | null;
  readonly fault: string | null;
}

/** Read whole before anything is written: what is wrong from then on is wrong with the folder. */
function tryTemplate(path: string): Tried {
  try {
    return { files: readTemplate(path), fault: null };
  } catch (error) {
    return { files: null, fault: reasonOf(error) };
  }
}

function load(folder: string, files: DatabaseFiles): void {
  try {
    writeFiles(folder, files);
  } catch (error) {
    throw new EmbeddedDatabaseError(unusable(folder, reasonOf(error)), { cause: error });
  }
}

export async function makeAnew(folder: string): Promise<void> {
  // Whoever has a template is spared the loading of PGlite.
  const { openPGlite } = await import('./pglite.ts');
  const database = await openPGlite(folder);
  await database.close();
}
