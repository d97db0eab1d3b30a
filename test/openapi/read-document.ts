/** The description of the API as the repository has it, for tests that are made of it. */

import { readFileSync } from 'node:fs';

import { type Description, type Operation, operationsOf } from '../fuzz/description.ts';

export const description: Description = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);

export const operations: readonly Operation[] = operationsOf(description);
