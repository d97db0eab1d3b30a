/** The table of rooms: which part of src may import which, and in which room a package may be used. */

import type { SourceModule } from './source-module.ts';

/** What each room may import besides itself. Files directly in src are rooms of their own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  main: ['config', 'logger', 'service', 'http', 'actors', 'persistence', 'scripts', 'domain', 'platform'],
  'create-tables': ['config', 'logger', 'persistence'],
  service: ['config', 'logger', 'http', 'actors', 'persistence', 'scripts', 'domain', 'platform'],
  http: ['config', 'logger', 'actors', 'persistence', 'scripts', 'domain', 'platform'],
  actors: ['config', 'logger', 'persistence', 'scripts', 'domain', 'platform'],
  persistence: ['config', 'logger', 'domain', 'platform'],
  scripts: ['config', 'logger', 'domain', 'platform'],
  domain: [],
  logger: ['config', 'platform'],
  config: [],
  platform: [],
};

/** The only room that may import a package, where there is one. */
const HOME_OF_PACKAGE: readonly (readonly [RegExp, string])[] = [
  [/^(koa|koa-body|@koa\/.*|zod-openapi|prom-client)$/, 'http'],
  [/^(@mikro-orm\/.*|kysely|pg|@electric-sql\/.*)$/, 'persistence'],
  [/^xstate(\/.*)?$/, 'actors'],
];

/** One sentence for each import that the table does not allow. */
export function findForbiddenImports(modules: readonly SourceModule[]): readonly string[] {
  return modules.flatMap(({ path, imports }) => {
    const room = roomOf(path);
    const allowed = MAY_IMPORT[room];
    if (!allowed) return [`${path}: the room ${room} is not in the table of rooms`];
    return imports.flatMap(({ specifier, target }) => {
      const fault = target === null ? packageFault(room, specifier) : roomFault(room, allowed, target);
      return fault === null ? [] : [`${path}: ${fault}`];
    });
  });
}

function roomFault(room: string, allowed: readonly string[], target: string): string | null {
  if (!target.startsWith('src/')) return `src must not import ${target}`;
  const other = roomOf(target);
  return other === room || allowed.includes(other) ? null : `${room} must not import ${other} (${target})`;
}

function packageFault(room: string, specifier: string): string | null {
  const home = HOME_OF_PACKAGE.find(([pattern]) => pattern.test(specifier))?.[1];
  return home === undefined || home === room ? null : `only ${home} may use the package ${specifier}`;
}

/** `http` for src/http/app.ts, `main` for src/main.ts. */
function roomOf(path: string): string {
  const [, room = ''] = path.split('/');
  return room.replace(/\.ts$/, '');
}
