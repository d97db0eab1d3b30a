/** The commands there are. What each takes and does is loaded where it is asked for: the others need not be read then. */

import type { Command } from 'commander';

import type { ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';

export interface CommandEntry {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The heading below which it is listed. */
  readonly group: string;
  load(): Promise<{ readonly define: Define }>;
}

/** Tells a command its arguments, its options, its help, and what it does. */
export type Define = (command: Command, action: Action) => void;

/** Makes an action of commander of what gets the session, then the arguments and the options. */
export type Action = <Given extends readonly unknown[]>(
  act: (session: Session, ...given: Given) => Promise<ExitCode> | ExitCode,
) => (...given: Given) => Promise<void>;

const RUNNING = 'Run tasks:';
const LOOKING = 'Look at tasks:';
const OTHER = 'The service and the terminal:';

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'create the task of a file and execute it, or execute one that is there',
    group: RUNNING,
    load: () => import('./run.ts'),
  },
  {
    name: 'resume',
    summary: 'execute a task from where it stopped, or from a step on',
    group: RUNNING,
    load: () => import('./resume.ts'),
  },
  { name: 'cancel', summary: 'stop the run of a task', group: RUNNING, load: () => import('./cancel.ts') },
  {
    name: 'plan',
    summary: 'tell what execute would do now, step by step',
    group: RUNNING,
    load: () => import('./plan.ts'),
  },
  { name: 'status', summary: 'tell how a task is doing', group: LOOKING, load: () => import('./status.ts') },
  { name: 'list', summary: 'list tasks, newest first', group: LOOKING, load: () => import('./list.ts') },
  { name: 'steps', summary: 'list the steps of a task', group: LOOKING, load: () => import('./steps.ts') },
  { name: 'logs', summary: 'show what a step wrote, or is writing', group: LOOKING, load: () => import('./logs.ts') },
  { name: 'serve', summary: 'run the service in this terminal', group: OTHER, load: () => import('./serve.ts') },
  { name: 'token', summary: 'make a token for TOKENS_FILE', group: OTHER, load: () => import('./token.ts') },
  {
    name: 'completion',
    summary: 'print what makes bash or zsh complete these commands',
    group: OTHER,
    load: () => import('./completion.ts'),
  },
];
