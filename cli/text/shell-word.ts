/** Writes words so that a shell, and then this program, read them as they are: for commands that people copy. */

/** Where it begins a word, zsh looks up `=ls`, and some shells take `%1` for a job. */
const PLAIN = /^(?![=%])[\p{L}\p{N}_@%+=:,./-]+$/u;

export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** @param operands such as ids: where one begins with `-`, all stand behind `--`, or it would be taken for an option. */
export function commandLine(name: string, operands: readonly string[], options: readonly string[]): string {
  const words = operands.some((operand) => operand.startsWith('-'))
    ? [...options, '--', ...operands]
    : [...operands, ...options];
  return ['tms-init', name, ...words.map(shellWord)].join(' ');
}
