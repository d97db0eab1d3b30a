/** Refuses URLs that are not plain ASCII with well-formed percent-encoding, before anything tries to read them. */

import type { Context, Next } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';

/** Printable ASCII but `#`, which no client sends, and `\`, which URL parsers take for a slash. */
const PLAIN = /^[!"$-[\]-~]+$/;

export async function checkUrl(ctx: Context, next: Next): Promise<void> {
  const url = ctx.req.url ?? '';
  if (!PLAIN.test(url)) throw malformed('The URL has characters that must be percent-encoded.');
  if (!isParsable(url)) throw malformed('The URL cannot be parsed.');
  if (!isWellEncoded(ctx.path)) throw malformed('The path is not well-formed percent-encoded UTF-8.');
  if (!isWellEncoded(ctx.querystring)) throw malformed('The query is not well-formed percent-encoded UTF-8.');
  await next();
}

/** A request line holds a path, or a whole URL where the client believes to talk to a proxy. */
function isParsable(url: string): boolean {
  return url.startsWith('/') || url === '*' || URL.canParse(url);
}

function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false; // URIError is how the platform says no.
  }
}

function malformed(detail: string): HttpProblem {
  return new HttpProblem('malformed-url', detail);
}
