/** Reads the file of tokens: a JSON list of names, roles and SHA-256 sums, which nobody else may read. */

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import process from 'node:process';

import { z } from 'zod';

import { type Role, ROLES } from './role.ts';

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

/** Names are told in log lines and in messages. */
export const TOKEN_NAME = /^[A-Za-z0-9._@-]{1,64}$/;

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
  .refine((tokens) => new Set(tokens.map(({ name }) => name)).size === tokens.length, 'has a name twice');

/** Whoever may read it may try the sums at leisure, and whoever may write it lets anybody in. */
const OTHERS = 0o077;

const MOST_BYTES = 1024 ** 2;

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

/** The rights are those of the file that is read, whatever becomes of its name. */
function readPrivately(path: string): string {
  const file = open(path);
  try {
    const { uid, mode, size } = fstatSync(file);
    const own = process.getuid?.() ?? uid;
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw new TokenFileError(`TOKENS_FILE ${path} is no file.`);
    if (uid !== own && uid !== 0) throw new TokenFileError(`TOKENS_FILE ${path} belongs to user ${uid}.`);
    if ((mode & OTHERS) !== 0) {
      throw new TokenFileError(`TOKENS_FILE ${path} is open to other users; chmod 600 closes it.`);
    }
    if (size > MOST_BYTES) throw new TokenFileError(`TOKENS_FILE ${path} is larger than 1 MiB.`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function open(path: string): number {
  try {
    // A pipe in its place must not keep the start waiting.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TokenFileError(`TOKENS_FILE ${path} cannot be read: ${code}.`, { cause: error });
  }
}
