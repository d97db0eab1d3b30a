/** Answers with a page of a log as JSON. */

import type { Context } from 'koa';
import { z } from 'zod';

import { checkSchema } from '../requests/check-schema.ts';
import { type LogQuery, MOST_JSON_BYTES } from './log-query.ts';
import type { LogState } from './log-state.ts';
import { selectByQuery } from './select-span.ts';
import { readTextPage } from './text-page.ts';

export const logPageSchema = z
  .strictObject({
    taskId: z.string(),
    stepNo: z.int32(),
    attempt: z.int().min(0).meta({ description: '0 where the step was never started.' }),
    status: z.string().nullable().meta({ description: 'Of the step, read before the log.' }),
    offset: z.int().min(0).meta({ description: 'Where the content begins, in bytes.' }),
    nextOffset: z.int().min(0).meta({ description: 'Where the next page begins.' }),
    size: z.int().min(0),
    more: z.boolean().meta({ description: 'Whether there is more to read, now or later.' }),
    content: z.string(),
  })
  .meta({ id: 'LogPage' });

const limitSchema = z.object({
  limit: z
    .number()
    .max(MOST_JSON_BYTES, `must be a whole number from 1 to ${MOST_JSON_BYTES}`)
    .default(MOST_JSON_BYTES),
});

export async function answerPage(ctx: Context, state: LogState, query: LogQuery): Promise<void> {
  const { limit } = checkSchema('invalid-query', limitSchema, query);
  const { log, size, grows, ...known } = state;
  // The last lines are a page of their own: already limited, and without a limit of the query.
  const span = await selectByQuery(log, size, query.tail === undefined ? { ...query, limit } : query);
  const { content, nextOffset } = log
    ? await readTextPage(log, span, { size, grows })
    : { content: '', nextOffset: span.start };
  ctx.status = 200;
  ctx.body = { ...known, offset: span.start, nextOffset, size, more: grows || nextOffset < size, content };
}
