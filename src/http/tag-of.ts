/** The tag of a text, without its quotes: equal for equal texts only. */

import { createHash } from 'node:crypto';

const CHARACTERS = 22;

export function tagOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, CHARACTERS);
}
