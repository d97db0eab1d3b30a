/** A line of a log as pieces of text with the classes of their colours. It makes no HTML. */

import Anser from 'anser';

import type { LogLine } from './log-window.ts';

export interface Piece {
  readonly text: string;
  readonly classes: string;
  /** Set where a colour is no class of the palette: `rgb(…)`. */
  readonly color: string | null;
  readonly background: string | null;
}

/** Longer lines are cut: nobody reads them here, and they can be downloaded. */
const MOST_CHARACTERS = 10_000;

/** Titles of windows, links, and other commands to a terminal that are no colours. */
// oxlint-disable-next-line no-control-regex -- commands to a terminal are made of control characters
const COMMANDS = /\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[()#%][\dA-Za-z]|\u001B[=>78cDEHM]/g;
// oxlint-disable-next-line no-control-regex -- what is left of them, and other characters that show nothing
const INVISIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F]/g;

export function readLine({ text, style }: Pick<LogLine, 'text' | 'style'>): readonly Piece[] {
  const shown = style + lastWritten(text.slice(0, MOST_CHARACTERS)).replaceAll(COMMANDS, '').replaceAll(INVISIBLE, '');
  return new Anser().ansiToJson(shown, { json: true, use_classes: true, remove_empty: true }).map(pieceOf);
}

/** How many characters of a line are not shown. */
export function hiddenCharacters(text: string): number {
  return Math.max(0, text.length - MOST_CHARACTERS);
}

/** A carriage return begins the line anew, as progress bars do: what was written last is what a terminal shows. */
function lastWritten(text: string): string {
  if (!text.includes('\r')) return text;
  return text.split('\r').findLast((part) => part !== '') ?? '';
}

function pieceOf({ content, fg, bg, fg_truecolor, bg_truecolor, decorations }: Anser.AnserJsonEntry): Piece {
  const foreground = fg && fg !== 'ansi-truecolor' ? [fg] : [];
  const background = bg && bg !== 'ansi-truecolor' ? [`${bg}-bg`] : [];
  const decorated = decorations.map((decoration) => `ansi-${decoration}`);
  return {
    text: content.replaceAll('\u001B', ''),
    classes: [...foreground, ...background, ...decorated].join(' '),
    color: colorOf(fg, fg_truecolor),
    background: colorOf(bg, bg_truecolor),
  };
}

/** The true colour stays known after another one was chosen. */
function colorOf(name: string | null, trueColor: string | null): string | null {
  return name === 'ansi-truecolor' && trueColor ? `rgb(${trueColor})` : paletteColor(name);
}

/** The 256 colours beyond the sixteen named ones: a cube of 6 × 6 × 6, and greys. */
function paletteColor(name: string | null): string | null {
  const number = Number(/^ansi-palette-(\d+)$/.exec(name ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return null;
  if (number >= 232) return grey(8 + (number - 232) * 10);
  const cube = number - 16;
  return `rgb(${level(Math.floor(cube / 36))}, ${level(Math.floor(cube / 6) % 6)}, ${level(cube % 6)})`;
}

/** Of one of the six parts of red, green or blue. */
function level(part: number): number {
  return part === 0 ? 0 : 55 + part * 40;
}

function grey(light: number): string {
  return `rgb(${light}, ${light}, ${light})`;
}
