/** Looks at a request before anything is done for it. */

import type { Context, Middleware, Next } from 'koa';

/** Throws an HttpProblem. */
export type Check = (ctx: Context) => void;

/** All in one: a middleware for each would cost every poll a promise. */
export function checkRequest(...checks: readonly Check[]): Middleware {
  return (ctx: Context, next: Next) => {
    for (const check of checks) check(ctx);
    return next();
  };
}
