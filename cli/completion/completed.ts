/** What can stand where on the command line, as completions tell it: read from the definitions of the commands themselves. */

import { Command, type Option } from 'commander';

import type { CommandEntry } from '../commands/definition.ts';

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** What its first argument is; null: it takes none. */
  readonly takes: Taken | null;
}

export interface CompletedOption {
  /** `-w`, `--watch`. */
  readonly flags: readonly string[];
  readonly summary: string;
  /** Null: it stands by itself. */
  readonly value: 'file' | 'text' | readonly string[] | null;
}

/** Words to choose from, or what the service and the file system know. */
export type Taken = 'task' | 'tasks' | 'file or task' | 'text' | readonly string[];

export async function completedCommands(entries: readonly CommandEntry[]): Promise<readonly CompletedCommand[]> {
  const loaded = entries.map(async ({ name, summary, load }) => {
    const command = new Command(name);
    (await load()).define(command, () => () => Promise.resolve());
    return { name, summary, options: command.options.map(completedOption), takes: takenBy(command) };
  });
  return Promise.all(loaded);
}

export function completedOption({
  short,
  long,
  flags: told,
  description,
  required,
  argChoices,
}: Option): CompletedOption {
  const flags = [short, long].flatMap((flag) => flag ?? []);
  return { flags, summary: description, value: required ? valueOf(told, argChoices) : null };
}

/** Options of free text in which certain words are usual, as their command tells them. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  '--status <status>': ['PENDING', 'RUNNING', 'SUCCESS', 'FAILED'],
  '--status <statuses>': ['SUCCESS', 'FAILED', 'PENDING', 'SUCCESS,FAILED'],
  '--older-than <age>': ['1d', '7d', '30d', '90d'],
};

function valueOf(told: string, choices: readonly string[] | undefined): 'file' | 'text' | readonly string[] {
  if (told.endsWith('<file>')) return 'file';
  return choices ?? USUAL[told] ?? 'text';
}

function takenBy({ registeredArguments: [first] }: Command): Taken | null {
  if (first === undefined) return null;
  if (first.argChoices) return first.argChoices;
  switch (first.name()) {
    case 'task':
      return first.variadic ? 'tasks' : 'task';
    case 'file|task':
      return 'file or task';
    default:
      return 'text';
  }
}
