/** Reads the file of tokens: a JSON list of names, roles and SHA-256 sums, which nobody else may read. */

import process from 'node:process';

import { z } from 'zod';

import { readRegularFile, type RegularFile } from '../../platform/read-regular-file.ts';
import { type Role, ROLES } from './role.ts';
import { TOKEN_NAME } from './token-name.ts';

export interface Token {
  readonly name: string;
  readonly role: Role;
  /** Of the token itself, which is nowhere but with its owner. */
  readonly sha256: Buffer;
}

/** The file cannot be used; the message is one line that names it. */
class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
}

const tokenSchema = z.strictObject({
  name: z.string().regex(TOKEN_NAME, 'must have 1 to 64 characters of A-Z a-z 0-9 . _ @ -'),
  role: z.enum(ROLES, `must be ${ROLES.join(', ')}`),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .transform((text) => Buffer.from(text, 'hex')),
});

const fileSchema = z
  .array(tokenSchema)
  .min(1, 'has no token')
  .refine((tokens) => areDifferent(tokens.map(({ name }) => name)), 'has a name twice')
  // It would have the rights of either.
  .refine((tokens) => areDifferent(tokens.map(({ sha256 }) => sha256.toString('hex'))), 'has a token twice');

function areDifferent(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** Whoever may read it may try the sums at leisure, and whoever may write it lets anybody in. */
const OTHERS = 0o077;

/** Throws a TokenFileError. */
export function readTokenFile(path: string): readonly Token[] {
  const parsed = fileSchema.safeParse(parse(path, readPrivately(path)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `${issue.path.join('.')} ` : '';
  throw new TokenFileError(`TOKENS_FILE ${path}: ${where}${issue?.message}.`);
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What JSON.parse says repeats the text, in which there may be a token that was put there by mistake.
    throw new TokenFileError(`TOKENS_FILE ${path} is not JSON.`);
  }
}

function readPrivately(path: string): string {
  const { text, stats } = read(path);
  const own = process.getuid?.() ?? stats.uid;
  if (stats.uid !== own && stats.uid !== 0)
    throw new TokenFileError(`TOKENS_FILE ${path} belongs to user ${stats.uid}.`);
  if ((stats.mode & OTHERS) === 0) return text;
  throw new TokenFileError(`TOKENS_FILE ${path} is open to other users; chmod 600 closes it.`);
}

function read(path: string): RegularFile {
  try {
    return readRegularFile(path);
  } catch (error) {
    throw new TokenFileError(`TOKENS_FILE ${path} ${(error as Error).message}.`, { cause: error });
  }
}
