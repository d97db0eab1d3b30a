/** A text that is answered again and again, with its tag. */

import { tagOf } from '../tag-of.ts';

export interface KeptText {
  readonly bytes: Buffer;
  readonly tag: () => string;
}

/** The tag is made when it is asked for first. */
export function keepText(bytes: Buffer): KeptText {
  let tag: string | null = null;
  return { bytes, tag: () => (tag ??= tagOf(bytes)) };
}
