/** Refuses changes asked for by a web page of another origin: browsers send those without asking the user. */

import type { Context, Next } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';
import { isReading } from './is-reading.ts';

export async function checkOrigin(ctx: Context, next: Next): Promise<void> {
  if (!isReading(ctx.method) && isForeign(ctx)) {
    throw new HttpProblem('cross-origin', 'A web page of another origin may not change anything here.');
  }
  await next();
}

function isForeign(ctx: Context): boolean {
  if (ctx.get('Sec-Fetch-Site') === 'cross-site') return true;
  const origin = ctx.get('Origin');
  // `null` is what sandboxed pages and local files send.
  return origin !== '' && URL.parse(origin)?.host !== ctx.get('Host').toLowerCase();
}
