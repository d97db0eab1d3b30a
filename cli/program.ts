/** The commands and the options they share, by commander: reads the words of the command line and runs what they ask for. */

import process from 'node:process';

import { Command, CommanderError } from 'commander';
import pc from 'picocolors';

import { ALL_COMMANDS } from './commands/all-commands.ts';
import type { CommandEntry } from './commands/definition.ts';
import { readEnvironment } from './environment.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { misuse } from './faults/fault.ts';
import { PROGRAM_HELP } from './program-help.ts';
import { openSession } from './session.ts';
import { sharedOptions } from './shared-options.ts';
import { readVersion } from './version.ts';

/** Throws a Fault. */
export async function runProgram(words: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.success;
  const program = createProgram((code) => (exitCode = code));
  try {
    await program.parseAsync(withoutHelpCommand(words), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw asMisuse(error, words);
  }
  return exitCode;
}

/** @param ended called with the exit code of the command that was run. */
function createProgram(ended: (exitCode: ExitCode) => void): Command {
  const program = new Command('tms-init')
    .description('Initialisation tasks from a terminal: run them, watch them, resume them where they stopped.')
    .version(readVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .addHelpText('after', PROGRAM_HELP)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, getOutHasColors: hasColors })
    .configureHelp({ showGlobalOptions: true, styleTitle: pc.createColors(true).bold });
  for (const option of sharedOptions()) program.addOption(option);
  for (const entry of ALL_COMMANDS) addCommand(program, entry);
  return program.hook('preSubcommand', async (_program, command) => {
    const { define } = await loadOf(command.name());
    define(command, (act) => async (...given) => {
      ended(await act(openSession(program.opts()), ...given));
    });
  });
}

function addCommand(program: Command, { name, summary, group }: CommandEntry): void {
  program.command(name).description(summary).helpGroup(group).helpOption('-h, --help', 'show this help');
}

function loadOf(name: string) {
  const entry = ALL_COMMANDS.find((candidate) => candidate.name === name);
  if (!entry) throw new Error(`there is no command ${name}`);
  return entry.load();
}

/** Those among which options may be: what stands behind `--` is none. */
export function optionWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}

/** `help run` is `run --help`. */
function withoutHelpCommand(words: readonly string[]): readonly string[] {
  if (words[0] !== 'help') return words;
  return [...words.slice(1, 2), '--help'];
}

function asMisuse({ code, message }: CommanderError, words: readonly string[]): Error {
  if (code === 'commander.help') return misuse('name a command, such as run, status or logs; see tms-init --help');
  const told = message
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  const command = ALL_COMMANDS.find(({ name }) => optionWords(words).includes(name));
  return misuse(`${told}; see tms-init ${command ? `${command.name} ` : ''}--help`);
}

function hasColors(): boolean {
  const { colors, isDumb } = readEnvironment();
  return colors ?? (process.stdout.isTTY && !isDumb);
}
