/** Refuses requests whose Accept header excludes every form of the answer, before anything is done for them. */

import type { Context, Middleware, Next } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';

/** The forms of the answer, the preferred one first; the chosen one is in `ctx.state.form`. */
export function accept(...forms: readonly [string, ...string[]]): Middleware {
  return async (ctx: Context, next: Next) => {
    const form = ctx.accepts(...forms);
    if (form === false) throw new HttpProblem('not-acceptable', `The answer has the form ${forms.join(' or ')}.`);
    ctx.state['form'] = form;
    await next();
  };
}
