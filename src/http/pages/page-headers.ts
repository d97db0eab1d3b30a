/** What a page may do in a browser: run its own files and talk to this service. */

import type { Context, Next } from 'koa';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/** Replaces the policy of all other answers, which lets nothing run. */
export async function pageHeaders(ctx: Context, next: Next): Promise<void> {
  await next();
  ctx.set('Content-Security-Policy', POLICY);
}
