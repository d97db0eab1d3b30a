/** The part of a log that is loaded: bytes made into lines, growing at both ends. */

import { carryStyle } from './carry-style.ts';

export interface LogLine {
  /** Its first byte in the log. */
  readonly at: number;
  /** As it was written, colours included, without the line's end. */
  readonly text: string;
  /** The colours that earlier lines left switched on. */
  readonly style: string;
}

export interface LogWindow {
  /** The first byte that is loaded. */
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
  /** The number of the first line that is loaded, counted from 1; null where what is before it was never loaded. */
  readonly firstLine: number | null;
  /** Lines that have ended, in blocks that never change once they are full. */
  readonly blocks: readonly (readonly LogLine[])[];
  /** The bytes of the last line, which has not ended yet. */
  readonly rest: Uint8Array;
  readonly style: string;
}

const BLOCK_LINES = 200;

const NEWLINE = 10;

function emptyWindow(start: number): LogWindow {
  return { start, end: start, firstLine: start === 0 ? 1 : null, blocks: [], rest: new Uint8Array(), style: '' };
}

/** A window that begins somewhere in the log; the end of a line it begins in is left out. */
export function windowOf(start: number, bytes: Uint8Array): LogWindow {
  const cut = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
  return append(emptyWindow(start + cut), bytes.subarray(cut));
}

export function append(window: LogWindow, bytes: Uint8Array): LogWindow {
  if (bytes.length === 0) return window;
  const whole = join(window.rest, bytes);
  const ended = whole.lastIndexOf(NEWLINE) + 1;
  const firstByte = window.end - window.rest.length;
  const { lines, style } = linesOf(whole.subarray(0, ended), firstByte, window.style);
  return {
    ...window,
    end: window.end + bytes.length,
    blocks: addToBlocks(window.blocks, lines),
    rest: whole.slice(ended),
    style,
  };
}

/** Earlier bytes, which end where the window begins. */
export function prepend(window: LogWindow, start: number, bytes: Uint8Array): LogWindow {
  const earlier = windowOf(start, bytes);
  // Without a single line's end there is nothing that could be shown by itself.
  if (earlier.end !== window.start || earlier.rest.length > 0) return window;
  const { start: first, firstLine, blocks } = earlier;
  return { ...window, start: first, firstLine, blocks: [...blocks, ...window.blocks] };
}

/** Lets go of the first blocks of a window that has grown too large. */
export function trim(window: LogWindow, mostBytes: number): LogWindow {
  const kept = window.blocks.findIndex(([line]) => line !== undefined && window.end - line.at <= mostBytes);
  const first = window.blocks[kept]?.[0];
  if (kept <= 0 || !first) return window;
  const gone = countLines(window.blocks.slice(0, kept));
  const firstLine = window.firstLine === null ? null : window.firstLine + gone;
  return { ...window, start: first.at, firstLine, blocks: window.blocks.slice(kept) };
}

export function countLines(blocks: readonly (readonly LogLine[])[]): number {
  return blocks.reduce((sum, block) => sum + block.length, 0);
}

/** All lines, the unfinished one included. */
export function blocksOf(window: LogWindow): readonly (readonly LogLine[])[] {
  if (window.rest.length === 0) return window.blocks;
  const text = decode(window.rest);
  return [...window.blocks, [{ at: window.end - window.rest.length, text, style: window.style }]];
}

function linesOf(bytes: Uint8Array, firstByte: number, before: string) {
  const lines: LogLine[] = [];
  let style = before;
  for (let from = 0; from < bytes.length;) {
    const to = bytes.indexOf(NEWLINE, from);
    const text = decode(bytes.subarray(from, to));
    lines.push({ at: firstByte + from, text, style });
    style = carryStyle(style, text);
    from = to + 1;
  }
  return { lines, style };
}

function addToBlocks(
  blocks: readonly (readonly LogLine[])[],
  lines: readonly LogLine[],
): readonly (readonly LogLine[])[] {
  if (lines.length === 0) return blocks;
  const last = blocks.at(-1);
  const isOpen = last !== undefined && last.length < BLOCK_LINES;
  const kept = isOpen ? blocks.slice(0, -1) : blocks;
  const waiting = isOpen ? [...last, ...lines] : lines;
  const count = Math.ceil(waiting.length / BLOCK_LINES);
  const added = Array.from({ length: count }, (_, index) =>
    waiting.slice(index * BLOCK_LINES, (index + 1) * BLOCK_LINES),
  );
  return [...kept, ...added];
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
