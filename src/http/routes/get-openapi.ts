/** GET /openapi.json: the description of the API, made of the routes themselves. */

import { z } from 'zod';

import { answerTagged } from '../answer-tagged.ts';
import { describeRoutes } from '../description/describe-routes.ts';
import { tagOf } from '../tag-of.ts';
import { jsonAnswer, notModified, problemAnswers } from './described.ts';
import type { Route } from './route.ts';

/** Describes the given routes and itself. */
export function getOpenapi(routes: readonly Route[]): Route {
  // Not made before somebody asks: it takes a tenth of a start.
  let made: { readonly text: string; readonly tag: string } | null = null;
  const route: Route = {
    method: 'get',
    path: '/openapi.json',
    access: 'open',
    operation: {
      operationId: 'getOpenapi',
      summary: 'Read this description',
      responses: {
        200: jsonAnswer('An OpenAPI document.', z.record(z.string(), z.unknown())),
        ...notModified,
        ...problemAnswers(),
      },
    },
    handlers: [
      (ctx) => {
        made ??= make([...routes, route]);
        answerTagged(ctx, 'application/json; charset=utf-8', made.text, made.tag);
      },
    ],
  };
  return route;
}

function make(routes: readonly Route[]) {
  const text = JSON.stringify(describeRoutes(routes));
  return { text, tag: tagOf(text) };
}
