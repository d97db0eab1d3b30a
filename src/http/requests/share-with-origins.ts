/** Lets the web pages of ALLOWED_ORIGINS use the API, and tells browsers so (CORS). */

import cors from '@koa/cors';
import type { Middleware } from 'koa';

/** How long a browser may go by what it was told. */
const MAX_AGE_S = 600;

/** What a page may read of an answer besides its body. */
const EXPOSED = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'Content-Range',
  'WWW-Authenticate',
  'X-Journal-Cut',
  'X-Log-Attempt',
  'X-Log-More',
  'X-Log-Next-Offset',
  'X-Log-Size',
  'X-Request-Id',
  'X-Role',
];

const SENT = [
  'Accept',
  'Authorization',
  'Content-Type',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Range',
  'X-Request-Id',
];

export function shareWithOrigins(allowed: readonly string[]): Middleware {
  return cors({
    // No other origin gets a header of this kind, so that a browser keeps the answer from its page.
    origin: (ctx) => (allowed.includes(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: SENT,
    exposeHeaders: EXPOSED,
    maxAge: MAX_AGE_S,
  });
}
