/** Answers a read with JSON, unless the caller has it already. */

import type { Context } from 'koa';

import { answerTagged } from './answer-tagged.ts';

export function answerJson(ctx: Context, value: unknown): void {
  ctx.vary('Accept');
  answerTagged(ctx, 'application/json; charset=utf-8', JSON.stringify(value));
}
