/** The last line of a log that says something, for messages. */

import { constants, type FileHandle, open } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';

import type { Mask } from '../platform/mask-secrets.ts';

/** Read from the end at most: much more than is shown, so that a secret that begins before that is seen whole. */
const MOST_BYTES = 8192;

const MOST_CHARACTERS = 500;

/** Control characters, and what some programs take for the end of a line. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Cleaned of colours and control characters, masked, and cut; null where there is none, or no log that can be read. */
export async function readLastLine(logPath: string, mask: Mask): Promise<string | null> {
  try {
    return lastLineOf(await readEnd(logPath), mask);
  } catch {
    // A script may remove or replace its own log: the message then does without it.
    return null;
  }
}

interface LogEnd {
  readonly text: string;
  /** Whether it begins inside the log, perhaps in the middle of a line. */
  readonly isPart: boolean;
}

function lastLineOf({ text, isPart }: LogEnd, mask: Mask): string | null {
  const lines = text.split(/\r\n|\n|\r/).map(clean);
  const index = lines.findLastIndex((line) => line !== '');
  const last = lines[index];
  if (last === undefined) return null;
  return isPart && index === 0 ? endOf(mask(last)) : beginningOf(mask(last));
}

/** By code points, so that no character is cut in two. */
function beginningOf(line: string): string {
  const characters = Array.from(line);
  return characters.length <= MOST_CHARACTERS ? line : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}

/** Of a line whose beginning was not read: its first word may be the rest of a secret. */
function endOf(line: string): string {
  const words = Array.from(line.replace(/^\S*/, ''));
  return `…${words
    .slice(1 - MOST_CHARACTERS)
    .join('')
    .trimStart()}`;
}

function clean(line: string): string {
  return stripVTControlCharacters(line).replaceAll(CONTROL, ' ').trim();
}

async function readEnd(logPath: string): Promise<LogEnd> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(logPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return await readEndOf(file);
  } finally {
    await file.close();
  }
}

async function readEndOf(file: FileHandle): Promise<LogEnd> {
  const { size } = await file.stat();
  const position = Math.max(0, size - MOST_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, position);
  const text = withoutCutCharacter(buffer.subarray(0, bytesRead), position).toString('utf8');
  return { text, isPart: position > 0 };
}

/** Where the reading began in the middle of a character, its remaining bytes (10xxxxxx in UTF-8) go. */
function withoutCutCharacter(bytes: Buffer, position: number): Buffer {
  const start = position === 0 ? 0 : bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(Math.max(0, start));
}
