/**
 * Wrong tokens are counted for each address; beyond the rate the next ones get 429 instead of 401. A right one is never
 * refused by it: a stranger behind the same proxy must not be able to lock everybody out.
 */

import type { Middleware } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';
import { callerAddress } from './caller-address.ts';
import type { Rate } from './rate.ts';
import { tooManyRequests } from './too-many-requests.ts';

export function limitWrongTokens(rate: Rate): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // Without any token there is nothing to guess by.
      const isWrong = error instanceof HttpProblem && error.code === 'unauthorized' && ctx.get('Authorization') !== '';
      const { retryAfterS } = isWrong ? rate.take(callerAddress(ctx.req)) : { retryAfterS: null };
      if (retryAfterS === null) throw error;
      throw tooManyRequests('Too many wrong tokens came from this address.', retryAfterS);
    }
  };
}
