/** The secrets among the settings: what no text may repeat, and where others can read them. */

import { statSync } from 'node:fs';

import type { DatabaseConfig } from './database-config.ts';

export interface Secrets {
  /** Passwords, each in every form in which a text may repeat it. */
  readonly known: readonly string[];
  readonly exposed: readonly Exposure[];
}

/** A secret that more people and programs can read than need it, and what to do about that. */
export interface Exposure {
  readonly setting: string;
  readonly reason: string;
  readonly advice: string;
}

export interface SecretSettings {
  readonly DATABASE_URL_FILE?: string | undefined;
  /** The driver takes it from the environment by itself where the URL has no password. */
  readonly PGPASSWORD?: string | undefined;
}

const IN_ENVIRONMENT = 'every script can read the environment of the service in /proc';

const TO_A_FILE = 'put the URL with its password into a file of mode 0600 and name it by DATABASE_URL_FILE';

/** Only a database of its own asks for a password. */
export function secretsOf(database: DatabaseConfig, settings: SecretSettings): Secrets {
  if (database.kind === 'embedded') return { known: [], exposed: [] };
  const url = new URL(database.url);
  const inUrl = [url.password, ...url.searchParams.getAll('password')].filter((password) => password !== '');
  const { PGPASSWORD } = settings;
  const passwords = PGPASSWORD === undefined ? inUrl : [...inUrl, PGPASSWORD];
  return { known: maskable(passwords.flatMap(formsOf), url), exposed: exposures(inUrl.length > 0, settings) };
}

/** As it stands, and percent-encoded or not. */
function formsOf(password: string): string[] {
  const plain = decode(password);
  return [...new Set([password, plain, encodeURIComponent(plain)])];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A % of its own.
  }
}

/** Not what the rest of the URL says too, such as "postgres": masked everywhere, it would be told rather than hidden. */
function maskable(passwords: readonly string[], url: URL): string[] {
  const address = url.protocol + url.username + url.host + url.pathname;
  return passwords.filter((password) => !address.includes(password));
}

function exposures(isInUrl: boolean, { DATABASE_URL_FILE, PGPASSWORD }: SecretSettings): Exposure[] {
  const found: Exposure[] = [];
  if (PGPASSWORD !== undefined) found.push({ setting: 'PGPASSWORD', reason: IN_ENVIRONMENT, advice: TO_A_FILE });
  if (isInUrl && DATABASE_URL_FILE === undefined) {
    found.push({ setting: 'DATABASE_URL', reason: IN_ENVIRONMENT, advice: TO_A_FILE });
  }
  if (isInUrl && DATABASE_URL_FILE !== undefined && isOpen(DATABASE_URL_FILE)) found.push(OPEN_FILE);
  return found;
}

const OPEN_FILE: Exposure = {
  setting: 'DATABASE_URL_FILE',
  reason: 'other users may read or replace the password in it',
  advice: 'chmod 600 the file, or 640 for a group of the service alone; mount a secret with mode 0400',
};

/** To others at all, or to its group for writing. Reading by a group is how containers let the service read a secret. */
const TOO_OPEN = 0o027;

/**
 * Told, not refused: secrets are mounted with mode 0444 unless somebody says otherwise, and a refusal would bring the
 * password back into the environment, which is worse.
 */
function isOpen(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & TOO_OPEN) !== 0;
}
