/** Answers a read with a text and a weak ETag; 304 where the caller has it already. */

import { createHash } from 'node:crypto';

import type { Context } from 'koa';

import { hasAlready } from './has-already.ts';

export function answerTagged(ctx: Context, contentType: string, body: string): void {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  // May be kept, but must be asked about each time.
  ctx.set({ ETag: `W/${tag}`, 'Cache-Control': 'no-cache' });
  ctx.status = hasAlready(ctx, tag) ? 304 : 200;
  if (ctx.status === 304) return;
  ctx.type = contentType;
  ctx.body = body;
}
