/** The router with every route. Paths are case sensitive and have no slash at their end. */

import { Router } from '@koa/router';

import { authorize } from './access/authorize.ts';
import type { Rooms } from './rooms.ts';
import { allRoutes } from './routes/routes.ts';

export function createRouter(rooms: Rooms): Router {
  const router = new Router({ sensitive: true, strict: true });
  for (const { method, path, access, handlers } of allRoutes(rooms)) {
    router[method](path, authorize(access, rooms.tokens), ...handlers);
  }
  return router;
}
