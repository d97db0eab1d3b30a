/** Which version of the service this is, as its package says. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from './project-files.ts';

export function readServiceVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  return String(version);
}
