/** The files that are made of the description of the API, as a whole or in part. */

import { describeApi } from './description.ts';
import { withProblems } from './problems.ts';
import { writeTypes } from './types.ts';

/** Texts by their paths in the project. */
export async function apiFiles(): Promise<Readonly<Record<string, string>>> {
  const document = describeApi();
  return {
    'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'docs/api.md': withProblems(new URL('../docs/api.md', import.meta.url)),
    'examples/typed-client/openapi.d.ts': await writeTypes(document),
  };
}
