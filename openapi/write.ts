/** `npm run openapi`: writes the description of the API, and the types that are made of it, anew. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { apiFiles } from './files.ts';

for (const [name, text] of Object.entries(await apiFiles())) {
  const path = join(import.meta.dirname, '..', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
