/** Writes one log line for each change that was asked for: who, what, from where, and what came of it. */

import type { RouterContext, RouterMiddleware } from '@koa/router';

import type { Logger } from '../../logger.ts';

/** @param operation as the description of the API names it, such as `executeTask`. */
export function audit(operation: string, logger: Logger): RouterMiddleware {
  return async (ctx, next) => {
    // The connection has forgotten the address by the time it is closed.
    const from = ctx.req.socket.remoteAddress;
    ctx.res.once('close', () => logger.info({ operation, from, ...outcomeOf(ctx) }, 'audit'));
    await next();
  };
}

function outcomeOf({ state, res }: RouterContext) {
  return {
    // Whoever has no token, or a wrong one, has no name.
    who: state['caller'] ?? null,
    taskId: state['taskId'] ?? null,
    requestId: state['requestId'],
    status: res.statusCode,
  };
}
