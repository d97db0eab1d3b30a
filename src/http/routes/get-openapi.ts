/** GET /openapi.json: the description of the API, made of the routes themselves. */

import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';

import { jsonAnswer, problemAnswers } from './described.ts';
import type { Route } from './route.ts';

/** Describes the given routes and itself. */
export function getOpenapi(routes: readonly Route[]): Route {
  const route: Route = {
    method: 'get',
    path: '/openapi.json',
    operation: {
      operationId: 'getOpenapi',
      summary: 'Read this description',
      responses: { 200: jsonAnswer('An OpenAPI document.', z.record(z.string(), z.unknown())), ...problemAnswers() },
    },
    handlers: [
      (ctx) => {
        ctx.set('Cache-Control', 'no-cache');
        ctx.type = 'application/json; charset=utf-8';
        ctx.body = document;
      },
    ],
  };
  const document = JSON.stringify(describe([...routes, route]));
  return route;
}

function describe(routes: readonly Route[]): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const { method, path, operation } of routes) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method]: operation };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'tms-init',
      version: '1',
      description: 'Runs initialisation tasks: ordered lists of steps, each a script, in the background and resumable.',
    },
    paths,
  });
}
