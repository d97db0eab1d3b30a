/** Answers a read with JSON, unless the caller has it already. */

import type { Context } from 'koa';

import { answerTagged, tellTag } from './answer-tagged.ts';
import { tagOf } from './tag-of.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function answerJson(ctx: Context, value: unknown): void {
  answerJsonText(ctx, keepText(value));
}

/** The same with a text that is kept. */
export function answerJsonText(ctx: Context, { bytes, tag }: KeptText): void {
  ctx.vary('Accept');
  answerTagged(ctx, JSON_TYPE, bytes, tag());
}

/** The same where it is known that the caller has it. */
export function answerKnown(ctx: Context, tag: string): void {
  ctx.vary('Accept');
  tellTag(ctx, `"${tag}"`);
  ctx.status = 304;
}

export interface KeptText {
  readonly bytes: Buffer | string;
  /** Without its quotes. */
  readonly tag: () => string;
}

/** A value as JSON whose tag is made once, when somebody asks for it. */
export function keepText(value: unknown): KeptText {
  return withTag(JSON.stringify(value));
}

export function withTag<Bytes extends Buffer | string>(bytes: Bytes): KeptText & { readonly bytes: Bytes } {
  let known: string | null = null;
  return { bytes, tag: () => (known ??= tagOf(bytes)) };
}
