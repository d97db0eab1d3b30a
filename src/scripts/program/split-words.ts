/** Splits a script into words as a shell would, but expands nothing: no shell ever sees them. */

import { NotStarted } from '../not-started.ts';

/** Own code: the libraries for it let an open quote pass, or expand variables and know operators. */
const PART = new RegExp(
  [
    /(?<gap>[ \t\r\n]+)/,
    /(?<plain>[^ \t\r\n'"\\]+)/,
    /'(?<single>[^']*)'/,
    /"(?<double>(?:[^"\\]|\\.)*)"/,
    /\\(?<escaped>.)/,
    /(?<open>['"\\])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gsu',
);

/** What a backslash makes literal between double quotes; before anything else it stands for itself. */
const ESCAPED_IN_DOUBLE = /\\(["\\$`])/g;

/** Throws a NotStarted where a quote or a backslash is left open. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const { groups = {} } of text.matchAll(PART)) {
    if (groups['gap'] === undefined) {
      word = (word ?? '') + literal(groups);
    } else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

function literal({ plain, single, double, escaped, open }: Readonly<Record<string, string | undefined>>): string {
  if (open === '\\') throw new NotStarted('the script ends with a backslash that has nothing to stand before');
  if (open !== undefined) throw new NotStarted(`the script has a quote (${open}) that is not closed`);
  return plain ?? single ?? escaped ?? (double ?? '').replaceAll(ESCAPED_IN_DOUBLE, '$1');
}
