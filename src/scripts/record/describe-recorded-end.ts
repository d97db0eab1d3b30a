/** How a script ended by its record, in words for a message. */

import type { AttemptRecord } from './attempt-record.ts';

/** Null where its end was not recorded, or no script had run. */
export function describeRecordedEnd({ exitCode, signal, endedAt }: AttemptRecord): string | null {
  if (endedAt === null) return null;
  if (exitCode !== null) return `the script itself had ended with exit code ${exitCode} at ${endedAt}`;
  if (signal !== null) return `the script itself had been killed by ${signal} at ${endedAt}`;
  return null;
}
