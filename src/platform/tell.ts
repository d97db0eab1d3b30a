/**
 * Where the programs beside the service write plain text for people, and the service what ends its start: whatever is in it, nothing
 * controls the terminal it may be shown on.
 */

import process from 'node:process';
import { inspect } from 'node:util';

import { inertText } from './inert-text.ts';

const EXIT_FAILURE = 1;

/** To standard output. */
export function tell(text: string): void {
  process.stdout.write(inertText(text));
}

/** To standard error. */
export function tellError(text: string): void {
  process.stderr.write(inertText(text));
}

/** What nobody foresaw, with where it arose: thrown on, Node.js would write it as it is. Ends the process as that would. */
export function tellUnforeseen(error: unknown): never {
  tellError(`${inspect(error, { colors: false })}\n`);
  process.exit(EXIT_FAILURE);
}
