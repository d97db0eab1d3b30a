/** Which errors mean that the database cannot be used now, and the refusal they become. */

import { Refusal } from '../domain/refusal.ts';

/** Every verb ends within 3 s, whatever the database does. */
export const VERB_LIMIT_MS = 2800;

/** The verb's answer; a Refusal `database-unavailable` where the database fails or is silent; other errors as they are. */
export async function whileAvailable<T>(verb: () => Promise<T>): Promise<T> {
  try {
    return await withinMs(verb(), VERB_LIMIT_MS);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw databaseUnavailable(error);
  }
}

export function databaseUnavailable(cause?: unknown): Refusal {
  const detail = isTooSlow(cause)
    ? 'The database did not answer in time; it may be busy.'
    : 'The database cannot be reached at the moment.';
  return new Refusal('database-unavailable', detail, { cause });
}

/** What its own limit of a statement, or of a lock, is told by. */
const TOO_SLOW = new Set(['57014', '55P03']);

function isTooSlow(cause: unknown): boolean {
  return cause instanceof SilentDatabaseError || (cause instanceof Error && TOO_SLOW.has(codeOf(cause) ?? ''));
}

/** Rejects when the time is up. What was begun goes on until its own limits end it; its late error is of no interest. */
export async function withinMs<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SilentDatabaseError(limitMs)), limitMs);
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

export class SilentDatabaseError extends Error {
  override readonly name = 'SilentDatabaseError';

  constructor(limitMs: number) {
    super(`the database gave no answer within ${limitMs} ms`);
  }
}

/** Whether the same could succeed later, as it is. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SilentDatabaseError) return true;
  const code = codeOf(error);
  if (code !== null) return SQL_STATES.test(code) || SYSTEM_CODES.has(code);
  return CONNECTION_MESSAGES.test(error.message);
}

/** Connection exceptions, deadlock, lock limit, too many connections, shut down, cut off, read-only, no entry any more. */
const SQL_STATES = /^(08|28|53|57|58)\w{3}$|^(25006|25P02|25P03|3D000|40001|40P01|55P03)$/;

const SYSTEM_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOENT', // the Unix socket of an embedded database that is being restarted
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** pg and Kysely have no codes for these. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|timeout expired|Client (has encountered|was closed)|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed)/i;

/** The SQLSTATE, or the system's code; the code of the first of several addresses that were tried. */
export function codeOf(error: Error): string | null {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : null;
}
