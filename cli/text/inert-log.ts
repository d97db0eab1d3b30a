/**
 * Makes what a script wrote harmless for a terminal, piece by piece: its colours stay where they are wanted, every other control
 * sequence goes.
 */

import { inertLine, inertText } from './inert.ts';

export interface InertLog {
  /** What may be shown by now: a sequence that is not whole yet waits for its rest. */
  write(piece: Uint8Array | string): string;
  /** What is left, and an end to the colours. */
  end(): string;
}

type State = 'text' | 'escape' | 'sequence' | 'string';

/** Where each of these characters leads, behind an escape or by itself. */
const INTRODUCERS: Readonly<Record<string, State>> = {
  '[': 'sequence',
  ']': 'string',
  P: 'string',
  X: 'string',
  '^': 'string',
  _: 'string',
  '\u009B': 'sequence',
  '\u0090': 'string',
  '\u0098': 'string',
  '\u009D': 'string',
  '\u009E': 'string',
  '\u009F': 'string',
};

const ESCAPE = '\u001B';
const NO_COLOR = '\u001B[0m';
const INTERMEDIATE = /[\u0020-\u002F]/;
const PARAMETER = /[\u0020-\u003F]/;
const COLOR = /^[\d;:]*m$/;

/** What is longer, or goes on in the next line, is no sequence but text. */
const MOST_HELD = 4096;

export function openInertLog(withColors: boolean): InertLog {
  const decoder = new TextDecoder();
  let state: State = 'text';
  let held = '';
  let isColored = false;

  function take(character: string): string {
    if (state === 'text') return takeText(character);
    held += character;
    if (held.length > MOST_HELD || character === '\n') return giveUp();
    if (state === 'escape') return takeEscape(character);
    return state === 'sequence' ? takeSequence(character) : takeString(character);
  }

  function takeText(character: string): string {
    if (character === '\r') return character;
    const next = character === ESCAPE ? 'escape' : character > '\u007F' ? INTRODUCERS[character] : undefined;
    if (next === undefined) return inertText(character);
    state = next;
    return '';
  }

  function takeEscape(character: string): string {
    if (INTERMEDIATE.test(character)) return '';
    held = '';
    state = INTRODUCERS[character] ?? 'text';
    return '';
  }

  function takeSequence(character: string): string {
    if (PARAMETER.test(character)) return '';
    const isColor = withColors && COLOR.test(held);
    const sequence = isColor ? `${ESCAPE}[${held}` : '';
    isColored ||= isColor;
    toText();
    return sequence;
  }

  /** Ends with a bell, or with ST, one character or two. */
  function takeString(character: string): string {
    if (character === '\u0007' || character === '\u009C' || held.endsWith(`${ESCAPE}\\`)) toText();
    return '';
  }

  function giveUp(): string {
    const text = held;
    toText();
    return text.endsWith('\n') ? `${inertLine(text.slice(0, -1))}\n` : inertLine(text);
  }

  function toText(): void {
    state = 'text';
    held = '';
  }

  function show(text: string): string {
    return Array.from(text, take).join('');
  }

  return {
    write: (piece) => show(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })),
    end() {
      const rest = show(decoder.decode()) + giveUp();
      return isColored ? rest + NO_COLOR : rest;
    },
  };
}
