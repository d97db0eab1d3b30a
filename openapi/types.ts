/** The types of the API, for programs in TypeScript. */

import { registerHooks } from 'node:module';

import type { ApiDocument } from '../src/http/description/api-document.ts';

const BEGINNING = '// Made by `npm run openapi` of the description of the API.\n\n';

const CLASSIC_COMPILER = new URL('classic-compiler.ts', import.meta.url).href;

export async function writeTypes(document: ApiDocument): Promise<string> {
  // The generator prints by a compiler in JavaScript, which the one of this project is not any more.
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'typescript' ? CLASSIC_COMPILER : specifier, context),
  });
  try {
    const { default: generate, astToString } = await import('openapi-typescript');
    return BEGINNING + astToString(await generate(JSON.stringify(document)));
  } finally {
    hooks.deregister();
  }
}
