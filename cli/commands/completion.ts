/** `tms-init completion bash|zsh`: what makes a shell complete these commands. */

import { Argument } from 'commander';

import { bashCompletion } from '../completion/bash.ts';
import { completedCommands, completedOption } from '../completion/completed.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { sharedOptions } from '../shared-options.ts';
import { ABOUT_COMPLETION, COMMANDS } from './commands.ts';
import type { Define } from './definition.ts';

type Shell = 'bash' | 'zsh';

const SHELLS: readonly Shell[] = ['bash', 'zsh'];

export const define: Define = (command, action) => {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', HELP)
    .action(action(completion));
};

const HELP = `
It completes commands, options, files and the ids of tasks, for which it asks the
service.

Into ~/.bashrc:
  eval "$(tms-init completion bash)"
Into ~/.zshrc, below compinit:
  eval "$(tms-init completion zsh)"
`;

async function completion({ output }: Session, shell: Shell): Promise<ExitCode> {
  const commands = await completedCommands([
    ...COMMANDS,
    { ...ABOUT_COMPLETION, load: () => Promise.resolve({ define }) },
  ]);
  const shared = sharedOptions().map(completedOption);
  const script = shell === 'bash' ? bashCompletion(commands, shared) : zshCompletion(commands, shared);
  output.lines(script.trimEnd().split('\n'));
  return EXIT.success;
}
