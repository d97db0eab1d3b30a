/** Refuses requests whose Accept header excludes every form of the answer, before anything is done for them. */

import type { Context, Middleware, Next } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';

/** The forms of the answer, the preferred one first; the chosen one is in `ctx.state.form`. */
export function accept(...forms: readonly [string, ...string[]]): Middleware {
  const [preferred] = forms;
  return (ctx: Context, next: Next) => {
    const form = isContent(ctx.get('Accept'), preferred) ? preferred : ctx.accepts(...forms);
    if (form === false) throw new HttpProblem('not-acceptable', `The answer has the form ${forms.join(' or ')}.`);
    ctx.state['form'] = form;
    return next();
  };
}

/** Whether a caller takes anything, or asks for just this: most do, and nothing is left to be weighed. */
function isContent(asked: string, form: string): boolean {
  return asked === '' || asked === '*/*' || asked === form;
}
