/** Answers a read with JSON and a weak ETag; 304 where the caller has it already. */

import { createHash } from 'node:crypto';

import type { Context } from 'koa';

export function answerJson(ctx: Context, value: unknown): void {
  const body = JSON.stringify(value);
  ctx.status = 200;
  ctx.set('ETag', `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`);
  // May be kept, but must be asked about each time.
  ctx.set('Cache-Control', 'no-cache');
  ctx.set('Vary', 'Accept');
  if (ctx.fresh) ctx.status = 304;
  else answer(ctx, body);
}

function answer(ctx: Context, body: string): void {
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = body;
}
