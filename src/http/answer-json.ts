/** Answers a read with JSON and a weak ETag; 304 where the caller has it already. */

import { createHash } from 'node:crypto';

import type { Context } from 'koa';

export function answerJson(ctx: Context, value: unknown): void {
  const body = JSON.stringify(value);
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  // May be kept, but must be asked about each time.
  ctx.vary('Accept');
  ctx.set({ ETag: `W/${tag}`, 'Cache-Control': 'no-cache' });
  ctx.status = hasAlready(ctx.get('If-None-Match'), tag) ? 304 : 200;
  if (ctx.status === 304) return;
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = body;
}

/**
 * The weak comparison of RFC 9110. Koa's own also looks at Cache-Control, which speaks to caches, and which `fetch` sets
 * to `no-cache` wherever a caller sends a tag.
 */
function hasAlready(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
}
