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
  /** A string where it is short, which Node sends with its headers as one piece; of long ones all answers share the bytes. */
  readonly bytes: Buffer | string;
  /** Without its quotes. */
  readonly tag: () => string;
}

const LONG_CHARACTERS = 16 * 1024;

/** A value as JSON whose tag is made once, when somebody asks for it. */
export function keepText(value: unknown): KeptText {
  const json = JSON.stringify(value);
  return withTag(json.length > LONG_CHARACTERS ? Buffer.from(json) : json);
}

export function withTag(bytes: Buffer | string): KeptText {
  let known: string | null = null;
  return { bytes, tag: () => (known ??= tagOf(bytes)) };
}
