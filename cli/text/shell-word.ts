/** Writes words so that a shell, and then this program, read them as they are: for commands that people copy. */

import { isTaskFile } from '../task-file/is-task-file.ts';

/** Where it begins a word, zsh looks up `=ls`, and some shells take `%1` for a job. */
const PLAIN = /^(?![=%])[\p{L}\p{N}_@%+=:,./-]+$/u;

export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * @param ids of a task first: where one begins with `-`, all stand behind `--`, or it would be taken for an option. What `run` would
 * take for a file is resumed, which is the same.
 */
export function commandLine(name: string, ids: readonly string[], options: readonly string[]): string {
  const words = ids.some((id) => id.startsWith('-')) ? [...options, '--', ...ids] : [...ids, ...options];
  const known = name === 'run' ? executingCommand(ids) : name;
  return ['tms-init', known, ...words.map(shellWord)].join(' ');
}

/** `deploy.yaml` would be a file of whoever pastes the command, and `-` what they type. */
function executingCommand(ids: readonly string[]): 'run' | 'resume' {
  return ids.some(isTaskFile) ? 'resume' : 'run';
}
