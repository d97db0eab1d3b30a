/** The completion for zsh. */

import type { CompletedCommand, CompletedOption, Taken } from './completed.ts';
import { TASK_IDS } from './task-ids.ts';

export function zshCompletion(commands: readonly CompletedCommand[], shared: readonly CompletedOption[]): string {
  const all = specsOf(shared);
  return `#compdef tms-init
# Completion of tms-init for zsh: eval "$(tms-init completion zsh)", or as a file _tms-init in a folder of $fpath
_tms_init() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C ${all} '(-V --version)'{-V,--version}'[show the version]' ${HELP} '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, summary }) => `        ${quoted(`${name}:${summary}`)}`).join('\n')}
      )
      _describe command commands ;;
    argument)
      case $words[1] in
${commands.map(({ name, options, takes }) => `        ${name}) _arguments ${[specsOf(options), HELP, all, takenSpec(takes)].filter((spec) => spec !== '').join(' ')} ;;`).join('\n')}
      esac ;;
  esac
}
_tms_init_tasks() {
  local -a tasks=(\${(f)"$(${TASK_IDS})"})
  compadd -a tasks
}
_tms_init_files_or_tasks() {
  _alternative 'files:file:_files' 'tasks:task:_tms_init_tasks'
}
if [[ $funcstack[1] == _tms_init ]]; then _tms_init "$@"; else compdef _tms_init tms-init; fi
`;
}

function specsOf(options: readonly CompletedOption[]): string {
  return options.map(optionSpec).join(' ');
}

const HELP = "'(-h --help)'{-h,--help}'[show help]'";

function optionSpec({ flags, summary, value }: CompletedOption): string {
  const [first = '', ...others] = flags;
  const told = `[${summary.replaceAll(/[[\]\\:]/g, String.raw`\$&`)}]${valueSpec(value)}`;
  if (others.length === 0) return quoted(first + told);
  return `${quoted(`(${flags.join(' ')})`)}{${flags.join(',')}}${quoted(told)}`;
}

function valueSpec(value: CompletedOption['value']): string {
  if (value === null) return '';
  if (value === 'file') return ':file:_files';
  return value === 'text' ? ':value: ' : `:value:(${value.join(' ')})`;
}

function takenSpec(takes: Taken | null): string {
  if (takes === null) return '';
  if (takes === 'task') return "'1:task:_tms_init_tasks'";
  if (takes === 'tasks') return "'*:task:_tms_init_tasks'";
  if (takes === 'file or task') return "'1:file or task:_tms_init_files_or_tasks'";
  return takes === 'text' ? "'1:name: '" : quoted(`1:word:(${takes.join(' ')})`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
