/**
 * Where the programs beside the service write plain text for people, and the service what ends its start: whatever is in it, nothing
 * controls the terminal it may be shown on.
 */

import process from 'node:process';

import { inertText } from './inert-text.ts';

/** To standard output. */
export function tell(text: string): void {
  process.stdout.write(inertText(text));
}

/** To standard error. */
export function tellError(text: string): void {
  process.stderr.write(inertText(text));
}
