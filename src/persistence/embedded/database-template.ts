/** The file of an empty database, made at install: all its files in one, to be written into the folder of a new one. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';

import { PROJECT } from '../../platform/project-files.ts';

/** Content by path from the folder of the database; null: a folder. */
export type DatabaseFiles = ReadonlyMap<string, Buffer | null>;

/** Where the installation has it. Its name has the version of PGlite in it: what another version made is never used. */
export function builtTemplate(): string {
  const pglite = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(readFileSync(pglite, 'utf8')) as { version: string };
  return join(PROJECT, 'dist', `embedded-database-${version}.gz`);
}

/** null where there is none. Throws where it is not whole: gzip has a checksum. */
export function readTemplate(path: string): DatabaseFiles | null {
  const packed = readIfThere(path);
  if (packed === null) return null;
  const files: unknown = deserialize(gunzipSync(packed));
  if (!(files instanceof Map)) throw new TypeError('it holds no database');
  return files;
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Of a database that is closed. The file is there whole or not at all, and every user may read it. */
export function writeTemplate(path: string, folder: string): void {
  const unfinished = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(unfinished, gzipSync(serialize(readFiles(folder))));
    chmodSync(unfinished, 0o644);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function readFiles(folder: string): DatabaseFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), entry.isDirectory() ? null : readFileSync(path)];
    }),
  );
}

/** Into a folder that need not exist. */
export function writeFiles(folder: string, files: DatabaseFiles): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) {
    const path = join(folder, name);
    if (content === null) mkdirSync(path, { recursive: true });
    else writeFileSync(path, content);
  }
}
