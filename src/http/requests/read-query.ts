/** Reads the query of a request: every parameter known, none repeated, names that begin with `_` ignored. */

import type { Context } from 'koa';
import type { z } from 'zod';

import { HttpProblem } from '../problems/http-problem.ts';
import { checkSchema } from './check-schema.ts';

export function readQuery<S extends z.ZodObject>(ctx: Context, schema: S): z.output<S> {
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(ctx.querystring)) {
    if (name.startsWith('_')) continue;
    if (!Object.hasOwn(schema.shape, name)) throw invalid(`There is no parameter ${JSON.stringify(name)} here.`);
    if (given.has(name)) throw invalid(`The parameter ${name} is given more than once.`);
    given.set(name, value);
  }
  return checkSchema('invalid-query', schema, Object.fromEntries(given));
}

function invalid(detail: string): HttpProblem {
  return new HttpProblem('invalid-query', detail);
}
