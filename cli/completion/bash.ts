/** The completion for bash. */

import type { CompletedCommand, CompletedOption, Taken } from './completed.ts';
import { TASK_IDS } from './task-ids.ts';

export function bashCompletion(commands: readonly CompletedCommand[], shared: readonly CompletedOption[]): string {
  const names = commands.map(({ name }) => name);
  return `# Completion of tms-init for bash: eval "$(tms-init completion bash)"
_tms_init() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${names.join('|')}) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command:$prev in
${[...shared.flatMap((option) => valueCases('*', option)), ...commands.flatMap(({ name, options }) => options.flatMap((option) => valueCases(name, option)))].join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${commands.map(({ name, options }) => `      ${name}) ${reply(`${flagsOf([...options, ...shared])} --help`)} ;;`).join('\n')}
      *) ${reply(`${flagsOf(shared)} --version --help`)} ;;
    esac
    return
  fi
  case $command in
    '') ${reply(names.join(' '))} ;;
${commands.flatMap(({ name, takes }) => (takes === null || takes === 'text' ? [] : [`    ${name}) ${taken(takes)} ;;`])).join('\n')}
  esac
}
_tms_init_tasks() {
  ${TASK_IDS}
}
complete -F _tms_init tms-init
`;
}

function flagsOf(options: readonly CompletedOption[]): string {
  return options.flatMap(({ flags }) => flags).join(' ');
}

function reply(words: string): string {
  return `COMPREPLY=($(compgen -W '${words}' -- "$cur"))`;
}

const FILES = 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur")';

function valueCases(command: string, { flags, value }: CompletedOption): readonly string[] {
  if (value === null) return [];
  const pattern = flags.map((flag) => `${command}:${flag}`).join('|');
  const action = value === 'file' ? `${FILES}; ` : value === 'text' ? '' : `${reply(value.join(' '))}; `;
  return [`    ${pattern}) ${action}return ;;`];
}

function taken(takes: Exclude<Taken, 'text'>): string {
  const tasks = 'COMPREPLY+=($(compgen -W "$(_tms_init_tasks)" -- "$cur"))';
  if (takes === 'task' || takes === 'tasks') return tasks;
  return takes === 'file or task' ? `${FILES}; ${tasks}` : reply(takes.join(' '));
}
