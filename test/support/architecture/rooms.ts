/** The table of rooms: which part of src may import which, and in which room a package may be used. */

import type { SourceModule } from './source-module.ts';

/** Not domain, which knows nobody. */
const EVERY_ROOM_MAY = ['config', 'logger', 'platform', 'failpoints'];

/** What each room may import besides itself. Files directly in src are rooms of their own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  main: [...EVERY_ROOM_MAY, 'service', 'http', 'actors', 'journal', 'persistence', 'scripts', 'domain'],
  'create-tables': ['config', 'logger', 'persistence', 'platform'],
  doctor: ['config', 'logger', 'persistence', 'platform'],
  'make-template': ['persistence', 'platform'],
  'make-token': ['http', 'platform'],
  prune: ['config', 'platform', 'retention'],
  service: [...EVERY_ROOM_MAY, 'http', 'actors', 'journal', 'persistence', 'scripts', 'domain'],
  http: [...EVERY_ROOM_MAY, 'actors', 'journal', 'persistence', 'scripts', 'domain'],
  actors: [...EVERY_ROOM_MAY, 'journal', 'persistence', 'scripts', 'domain'],
  journal: [...EVERY_ROOM_MAY, 'scripts', 'domain'],
  retention: ['config', 'logger', 'platform', 'persistence', 'scripts', 'domain'],
  persistence: [...EVERY_ROOM_MAY, 'domain'],
  scripts: [...EVERY_ROOM_MAY, 'domain'],
  domain: [],
  logger: ['config', 'platform'],
  config: ['failpoints', 'platform'],
  platform: [],
  failpoints: [],
};

/** The only room that may import a package, where there is one. */
const HOME_OF_PACKAGE: readonly (readonly [RegExp, string])[] = [
  [/^(koa|koa-body|@koa\/.*|zod-openapi|prom-client|@isaacs\/ttlcache)$/, 'http'],
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
