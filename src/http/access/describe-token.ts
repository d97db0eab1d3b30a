/** Tells a new token to whoever made it, and what to do with it. */

import type { NewToken } from './new-token.ts';

export function describeToken({ token, entry }: NewToken): string {
  return [
    `The token of ${entry.name}, which is shown now and never again:`,
    '',
    `  ${token}`,
    '',
    'Add this to the list in TOKENS_FILE (mode 0600), and send SIGHUP to a service that runs:',
    '',
    `  ${JSON.stringify(entry)}`,
    '',
  ].join('\n');
}
