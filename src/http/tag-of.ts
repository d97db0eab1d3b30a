/** The tag of a text, without its quotes: equal for equal texts only. */

import { hash } from 'node:crypto';

const CHARACTERS = 22;

export function tagOf(text: string | Uint8Array): string {
  return hash('sha256', text, 'base64url').slice(0, CHARACTERS);
}
