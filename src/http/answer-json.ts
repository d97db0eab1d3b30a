/** Answers a read with JSON, unless the caller has it already. */

import type { Context } from 'koa';

import { answerTagged } from './answer-tagged.ts';
import type { KeptText } from './tasks/kept-text.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function answerJson(ctx: Context, value: unknown): void {
  ctx.vary('Accept');
  answerTagged(ctx, JSON_TYPE, JSON.stringify(value));
}

/** The same with a text that is kept. */
export function answerJsonText(ctx: Context, { text, tag }: KeptText): void {
  ctx.vary('Accept');
  answerTagged(ctx, JSON_TYPE, text, tag());
}
