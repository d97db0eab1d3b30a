/** The router with every route. Paths are case sensitive and have no slash at their end. */

import { Router } from '@koa/router';

import type { Rooms } from './rooms.ts';
import { allRoutes } from './routes/routes.ts';

export function createRouter(rooms: Rooms): Router {
  const router = new Router({ sensitive: true, strict: true });
  for (const { method, path, handlers } of allRoutes(rooms)) router[method](path, ...handlers);
  return router;
}
