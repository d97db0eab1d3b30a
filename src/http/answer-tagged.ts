/** Answers a read with a text and a weak ETag; 304 where the caller has it already. */

import type { Context } from 'koa';

import { hasAlready } from './has-already.ts';
import { tagOf } from './tag-of.ts';

/** @param tag that of the text, where it is known. */
export function answerTagged(ctx: Context, contentType: string, text: string | Buffer, tag = tagOf(text)): void {
  const quoted = `"${tag}"`;
  tellTag(ctx, quoted);
  ctx.status = hasAlready(ctx, quoted) ? 304 : 200;
  if (ctx.status === 304) return;
  ctx.type = contentType;
  ctx.body = text;
}

/** @param quoted with its quotes */
export function tellTag(ctx: Context, quoted: string): void {
  // May be kept, but must be asked about each time.
  ctx.set({ ETag: `W/${quoted}`, 'Cache-Control': 'no-cache' });
}
