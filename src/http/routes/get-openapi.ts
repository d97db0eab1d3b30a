/** GET /openapi.json: the description of the API, made of the routes themselves. */

import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';

import { jsonAnswer, problemAnswers } from './described.ts';
import type { Route } from './route.ts';

/** Describes the given routes and itself. */
export function getOpenapi(routes: readonly Route[]): Route {
  // Not made before somebody asks: it takes a tenth of a start.
  let document: string | null = null;
  const route: Route = {
    method: 'get',
    path: '/openapi.json',
    access: 'open',
    operation: {
      operationId: 'getOpenapi',
      summary: 'Read this description',
      responses: { 200: jsonAnswer('An OpenAPI document.', z.record(z.string(), z.unknown())), ...problemAnswers() },
    },
    handlers: [
      (ctx) => {
        ctx.set('Cache-Control', 'no-cache');
        ctx.type = 'application/json; charset=utf-8';
        document ??= JSON.stringify(describe([...routes, route]));
        ctx.body = document;
      },
    ],
  };
  return route;
}

function describe(routes: readonly Route[]): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const { method, path, access, operation } of routes) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    const security = access === 'open' ? [] : [{ token: [] }];
    paths[template] = { ...paths[template], [method]: { ...operation, security } };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'tms-init',
      version: '1',
      description: 'Runs initialisation tasks: ordered lists of steps, each a script, in the background and resumable.',
    },
    components: { securitySchemes: { token: TOKEN } },
    paths,
  });
}

const TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description:
    'Needed where the service has a TOKENS_FILE. Roles: read, operate (also execute, cancel), author (also create).',
} as const;
