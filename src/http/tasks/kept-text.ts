/** A text that is answered again and again, with its tag. */

import { tagOf } from '../tag-of.ts';

export interface KeptText {
  /** A string where it is short, which Node sends with its headers as one piece; of long ones all answers share the bytes. */
  readonly text: string | Buffer;
  readonly tag: () => string;
}

const LONG_CHARACTERS = 16 * 1024;

/** The tag is made when it is asked for first. */
export function keepText(given: string | Buffer): KeptText {
  const isLong = typeof given === 'string' && given.length > LONG_CHARACTERS;
  const text = isLong ? Buffer.from(given) : given;
  let tag: string | null = null;
  return { text, tag: () => (tag ??= tagOf(text)) };
}
