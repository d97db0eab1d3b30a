/** Which database the service uses: the embedded one, unless a URL of PostgreSQL is given. */

import { resolve } from 'node:path';

import { readRegularFile } from '../platform/read-regular-file.ts';
import { ConfigError } from './config-error.ts';
import type { Settings } from './settings.ts';

export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  /** `url` may hold a password: it is never logged. */
  | { readonly kind: 'postgresql'; readonly url: string };

export function databaseOf(given: Settings): DatabaseConfig {
  if (given.DATABASE_URL && given.DATABASE_URL_FILE) {
    throw new ConfigError('DATABASE_URL and DATABASE_URL_FILE are both set; set one of them.');
  }
  const url = given.DATABASE_URL_FILE ? readUrlFile(given.DATABASE_URL_FILE) : given.DATABASE_URL;
  if (url === undefined) return { kind: 'embedded', dataDir: resolve(given.DATA_DIR) };
  // The value may hold a password, so the message does not repeat it.
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'postgres:' && parsed?.protocol !== 'postgresql:') {
    throw new ConfigError('DATABASE_URL must be a URL such as postgresql://user@host:5432/database.');
  }
  // Half of the password would be taken for the name of the database, and told as such.
  if (`${parsed.pathname}${parsed.hash}`.includes('@')) {
    throw new ConfigError(
      'DATABASE_URL has an @ behind its address; in a password write @ as %40, / as %2F, # as %23.',
    );
  }
  return { kind: 'postgresql', url };
}

function readUrlFile(path: string): string {
  try {
    return readRegularFile(path).text.trim();
  } catch (error) {
    throw new ConfigError(`DATABASE_URL_FILE ${path} ${(error as Error).message}.`, { cause: error });
  }
}
