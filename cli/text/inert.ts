/**
 * Makes texts of others harmless for a terminal: no control characters, which could move its cursor, name its window or type into
 * it, and none that turn the direction of what is shown, or that nobody sees.
 */

/** Controls, line and paragraph separators, marks of direction, what is not shown, and what is no character. */
const UNFIT =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

const FIRST_PICTURE = 0x2400;
const DELETE = 0x7f;
const PICTURE_OF_DELETE = '\u2421';

/** One line of it: each such character is shown as what it is. */
export function inertLine(text: string): string {
  return text.replaceAll(UNFIT, show);
}

/** The same, but line breaks and tabs stay. */
export function inertText(text: string): string {
  return text.replaceAll(UNFIT, (character) =>
    character === '\n' || character === '\t' ? character : show(character),
  );
}

/** `␛` for an escape, `<U+202E>` for what has no picture. */
function show(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(FIRST_PICTURE + code);
  if (code === DELETE) return PICTURE_OF_DELETE;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
