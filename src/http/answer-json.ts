/** Answers a read with JSON and a weak ETag; 304 where the caller has it already. */

import { createHash } from 'node:crypto';

import type { Context } from 'koa';

import { hasAlready } from './has-already.ts';

export function answerJson(ctx: Context, value: unknown): void {
  const body = JSON.stringify(value);
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  // May be kept, but must be asked about each time.
  ctx.set({ ETag: `W/${tag}`, 'Cache-Control': 'no-cache', Vary: 'Accept' });
  ctx.status = hasAlready(ctx, tag) ? 304 : 200;
  if (ctx.status === 304) return;
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = body;
}
