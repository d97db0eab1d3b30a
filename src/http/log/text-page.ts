/** A page of a log as text: never cut inside a character, with at least one whole character where there is one. */

import type { OpenLog } from '../../scripts/open-log.ts';
import type { Span } from './byte-range.ts';
import { cutNear } from './utf8-cut.ts';

export interface TextPage {
  readonly content: string;
  readonly nextOffset: number;
}

/** A character has at most so many bytes behind its first. */
const REST_OF_CHARACTER = 3;

export interface LogExtent {
  readonly size: number;
  /** Whether more may be written: then what is missing of the last character is waited for. */
  readonly grows: boolean;
}

export async function readTextPage(log: OpenLog, { start, end }: Span, { size, grows }: LogExtent): Promise<TextPage> {
  const bytes = await log.read(start, Math.min(end + REST_OF_CHARACTER, size) - start);
  const page = bytes.subarray(0, cutAt(bytes, end - start, grows));
  // Invalid bytes become U+FFFD; a byte order mark is a character like any other.
  return { content: new TextDecoder('utf-8', { ignoreBOM: true }).decode(page), nextOffset: start + page.length };
}

function cutAt(bytes: Buffer, wanted: number, grows: boolean): number {
  if (bytes.length <= wanted && !grows) return bytes.length;
  const cut = cutNear(bytes, Math.min(wanted, bytes.length));
  return cut > 0 || grows ? cut : bytes.length;
}
