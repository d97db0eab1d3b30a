/** The router with every route. Paths are case sensitive and have no slash at their end. */

import { Router } from '@koa/router';

import { audit } from './access/audit.ts';
import { authorize } from './access/authorize.ts';
import { limitWrongTokens } from './load/limit-wrong-tokens.ts';
import { isReading } from './requests/is-reading.ts';
import type { Rooms } from './rooms.ts';
import { allRoutes } from './routes/routes.ts';

export function createRouter(rooms: Rooms): Router {
  const router = new Router({ sensitive: true, strict: true });
  const limited = rooms.rates.wrongTokens === null ? [] : [limitWrongTokens(rooms.rates.wrongTokens)];
  for (const { method, path, access, operation, handlers } of allRoutes(rooms)) {
    const audited = isReading(method.toUpperCase()) ? [] : [audit(operation.operationId, rooms.logger)];
    router[method](path, ...audited, ...limited, authorize(access, rooms.tokens), ...handlers);
  }
  return router;
}
