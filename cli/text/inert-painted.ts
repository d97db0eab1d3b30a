/** Lines as this program paints them, made harmless for a terminal: its own colours stay, whatever else is a control does not. */

import { inertText } from './inert.ts';

/** What picocolors writes for the colours that are in use, and nothing more: bold, dim, red, green, yellow, and their ends. */
// eslint-disable-next-line no-control-regex
const PAINT = /(\u001B\[(?:1|2|22|31|32|33|39)m)/;

const PICTURE_OF_BREAK = '\u240A';

/** @param withColors whether colours are wanted at all. */
export function inertPainted(line: string, withColors: boolean): string {
  if (!withColors) return inertParts(line);
  return line
    .split(PAINT)
    .map((part) => (PAINT.test(part) ? part : inertParts(part)))
    .join('');
}

/** One line, in which tabs stay: the ends of logs have them. */
function inertParts(text: string): string {
  return inertText(text).replaceAll('\n', PICTURE_OF_BREAK);
}
