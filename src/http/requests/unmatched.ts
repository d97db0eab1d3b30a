/** The answer where no route matches: 405 where the path exists for other methods, 404 where it does not. */

import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';

export function unmatched(router: Router): Middleware {
  return (ctx: Context) => {
    const methods = router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods);
    if (methods.length === 0) throw new HttpProblem('not-found', 'There is nothing at this path.');
    const allow = [...new Set(methods)].sort().join(', ');
    throw new HttpProblem('method-not-allowed', `This path can be used with ${allow}.`, { headers: { Allow: allow } });
  };
}
