/** Reads a text from a file or standard input. */

import { createReadStream } from 'node:fs';
import process from 'node:process';

import { misuse } from '../faults/fault.ts';

/** More than the service takes unless it is told otherwise (MAX_BODY). */
const MOST_BYTES = 64 * 1024 * 1024;

export const STANDARD_INPUT = '-';

export interface NamedText {
  readonly text: string;
  /** Where it comes from, in words. */
  readonly name: string;
}

/** Throws a Fault. */
export async function readText(path: string): Promise<NamedText> {
  const name = path === STANDARD_INPUT ? 'standard input' : path;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const source = path === STANDARD_INPUT ? process.stdin : createReadStream(path);
    for await (const chunk of source) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > MOST_BYTES) break;
    }
  } catch (error) {
    throw misuse(`${name} cannot be read: ${wordsFor(error as NodeJS.ErrnoException)}`, error);
  }
  if (bytes > MOST_BYTES) throw misuse(`${name} is larger than 64 MiB`);
  return { text: decode(Buffer.concat(chunks), name), name };
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw misuse(`${name} is not text in UTF-8`, error);
  }
}

function wordsFor({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'no right to read it';
  return code === 'EISDIR' ? 'it is a folder' : (code ?? message);
}
