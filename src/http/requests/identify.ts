/** Gives every request an id, which the answer and the log lines carry, and writes one log line when it was answered. */

import { randomUUID } from 'node:crypto';

import type { Context, Middleware, Next } from 'koa';

import type { Logger } from '../../logger.ts';
import { requestPath } from './request-path.ts';

/** What a caller may send as X-Request-Id; anything else is replaced, so that no log line can be forged. */
const SANE_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Whoever gives something back once an answer is over listens for that: some fourteen, each of them once. */
const MOST_LISTENERS = 20;

export function identify(logger: Logger): Middleware {
  return (ctx: Context, next: Next) => {
    ctx.res.setMaxListeners(MOST_LISTENERS);
    const given = ctx.get('X-Request-Id');
    const requestId = SANE_ID.test(given) ? given : randomUUID();
    ctx.state['requestId'] = requestId;
    ctx.set('X-Request-Id', requestId);
    logWhenAnswered(ctx, logger, performance.now());
    return next();
  };
}

function logWhenAnswered(ctx: Context, logger: Logger, startedMs: number): void {
  ctx.res.once('close', () => {
    // What was asked to change is told by the audit.
    logger.debug(
      {
        requestId: ctx.state['requestId'],
        method: ctx.method,
        path: requestPath(ctx.req),
        // A client that left before it was answered has seen no status.
        status: ctx.res.writableFinished ? ctx.res.statusCode : null,
        durationMs: Math.round(performance.now() - startedMs),
      },
      'http.answered',
    );
  });
}
