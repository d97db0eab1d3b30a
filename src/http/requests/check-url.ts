/** Refuses URLs that are not plain ASCII with well-formed percent-encoding, before anything tries to read them. */

import type { Context } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';

/** Printable ASCII but `#`, which no client sends, and `\`, which URL parsers take for a slash. */
const PLAIN = /^[!"$-[\]-~]+$/;

export function checkUrl(ctx: Context): void {
  const url = ctx.req.url ?? '';
  if (!PLAIN.test(url)) throw malformed('The URL has characters that must be percent-encoded.');
  if (!url.startsWith('/') && url !== '*') checkWholeUrl(url, ctx.get('Host'));
  if (!isWellEncoded(ctx.path)) throw malformed('The path is not well-formed percent-encoded UTF-8.');
  if (!isWellEncoded(ctx.querystring)) throw malformed('The query is not well-formed percent-encoded UTF-8.');
}

/**
 * What a client sends that believes to talk to a proxy. RFC 9112 lets the host of the URL win over the Host header; both
 * must be the same here, so that one cannot be checked and the other be meant.
 */
function checkWholeUrl(text: string, host: string): void {
  const url = URL.parse(text);
  if (url === null) throw malformed('The URL cannot be parsed.');
  if (!/^https?:$/.test(url.protocol)) throw malformed('The URL is not one of http or https.');
  if (url.username !== '' || url.password !== '') throw malformed('The URL names a user.');
  if (url.host !== URL.parse(`${url.protocol}//${host}`)?.host) {
    const headers = { Connection: 'close' };
    throw new HttpProblem('invalid-host', 'The Host header is not the host of the URL.', { headers });
  }
}

function isWellEncoded(text: string): boolean {
  if (!text.includes('%')) return true;
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
