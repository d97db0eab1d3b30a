/** Makes texts of others harmless where somebody reads them on a terminal: names of a database, of files, of arguments. */

/** Control characters, and those that turn the direction of the text: a name must not write on the terminal. */
const DANGEROUS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** One line: each such character as JSON would escape it. */
export function inertLine(text: string): string {
  return text.replaceAll(DANGEROUS, escaped);
}

/** The same, but line breaks and tabs stay. What is JSON keeps its values. */
export function inertText(text: string): string {
  return text.replaceAll(DANGEROUS, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
