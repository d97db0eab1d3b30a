/** The last line of a log that says something, for messages. */

import { constants, type FileHandle, open } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';

/** Read from the end at most. */
const MOST_BYTES = 4096;

const MOST_CHARACTERS = 500;

/** Control characters, and what some programs take for the end of a line. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Cleaned of colours and control characters, and cut; null where there is none, or no log that can be read. */
export async function readLastLine(logPath: string): Promise<string | null> {
  try {
    return lastLineOf(await readEnd(logPath));
  } catch {
    // A script may remove or replace its own log: the message then does without it.
    return null;
  }
}

/** By code points, so that no character is cut in two. */
function lastLineOf(text: string): string | null {
  const lines = text.split(/\r\n|\n|\r/).map(clean);
  const last = lines.findLast((line) => line !== '');
  if (last === undefined) return null;
  const characters = Array.from(last);
  return characters.length <= MOST_CHARACTERS ? last : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}

function clean(line: string): string {
  return stripVTControlCharacters(line).replaceAll(CONTROL, ' ').trim();
}

async function readEnd(logPath: string): Promise<string> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(logPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return await readEndOf(file);
  } finally {
    await file.close();
  }
}

async function readEndOf(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  const position = Math.max(0, size - MOST_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, position);
  return withoutCutCharacter(buffer.subarray(0, bytesRead), position).toString('utf8');
}

/** Where the reading began in the middle of a character, its remaining bytes (10xxxxxx in UTF-8) go. */
function withoutCutCharacter(bytes: Buffer, position: number): Buffer {
  const start = position === 0 ? 0 : bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(Math.max(0, start));
}
