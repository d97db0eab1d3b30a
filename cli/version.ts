/** Which version this is, as the package says. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  return String(version);
}
