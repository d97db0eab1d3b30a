/** What a command is, and how it tells what it takes and does. */

import type { Command } from 'commander';

import type { ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';

export interface CommandEntry {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The heading below which it is listed. */
  readonly group: string;
  readonly load: () => Promise<{ readonly define: Define }>;
}

/** Tells a command its arguments, its options, its help, and what it does. */
export type Define = (command: Command, action: Action) => void;

/** Makes an action of commander of what gets the session, then the arguments and the options. */
export type Action = <Given extends readonly unknown[]>(
  act: (session: Session, ...given: Given) => Promise<ExitCode> | ExitCode,
) => (...given: Given) => Promise<void>;
