/** Which version of the service this is, as its package says. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readServiceVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  return String(version);
}
