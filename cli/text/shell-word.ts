/** Writes a word so that a shell reads it as it is: for commands that people copy. */

const PLAIN = /^[\p{L}\p{N}_@%+=:,./-]+$/u;

export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
