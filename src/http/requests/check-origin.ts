/** Refuses changes asked for by a web page of another origin: browsers send those without asking the user. */

import type { Context } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';
import type { Check } from './check-request.ts';
import { isReading } from './is-reading.ts';

export function checkOrigin(allowedOrigins: readonly string[]): Check {
  return (ctx: Context) => {
    const isAllowed = isReading(ctx.method) || allowedOrigins.includes(ctx.get('Origin')) || !isForeign(ctx);
    if (!isAllowed) {
      throw new HttpProblem(
        'cross-origin',
        'A web page of another origin may not change anything here, unless ALLOWED_ORIGINS lists it.',
      );
    }
  };
}

function isForeign(ctx: Context): boolean {
  if (ctx.get('Sec-Fetch-Site') === 'cross-site') return true;
  const given = ctx.get('Origin');
  if (given === '') return false;
  // `null`, which is no URL, is what sandboxed pages and local files send.
  const origin = URL.parse(given);
  // An origin leaves the usual port out; the Host is made to do so too.
  return origin === null || origin.host !== URL.parse(`${origin.protocol}//${ctx.get('Host')}`)?.host;
}
