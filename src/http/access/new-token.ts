/** Makes a token: for its owner the token itself, for the file what it is known by. */

import { hash, randomBytes } from 'node:crypto';

import type { Role } from './role.ts';

export interface NewToken {
  /** To be given to its owner, and kept nowhere else. */
  readonly token: string;
  /** For the list in TOKENS_FILE. */
  readonly entry: { readonly name: string; readonly role: Role; readonly sha256: string };
}

/** By which people and scanners of secrets know what it is. */
const PREFIX = 'tms_';

const RANDOM_BYTES = 32;

export function newToken(name: string, role: Role): NewToken {
  const token = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
  const sha256 = hash('sha256', token);
  return { token, entry: { name, role, sha256 } };
}
