/** The router with every route. Paths are case sensitive and have no slash at their end. */

import { Router } from '@koa/router';

import { noteOperation } from './access/audit.ts';
import { authorize } from './access/authorize.ts';
import { limitWrongTokens } from './load/limit-wrong-tokens.ts';
import type { Rooms } from './rooms.ts';
import { allRoutes } from './routes/routes.ts';

export function createRouter(rooms: Rooms): Router {
  const router = new Router({ sensitive: true, strict: true });
  const { tokens, rates } = rooms;
  const limited = tokens === null || rates.wrongTokens === null ? [] : [limitWrongTokens(rates.wrongTokens)];
  for (const { method, path, access, operation, handlers } of allRoutes(rooms)) {
    router[method](path, noteOperation(operation.operationId), ...limited, authorize(access, tokens), ...handlers);
  }
  return router;
}
