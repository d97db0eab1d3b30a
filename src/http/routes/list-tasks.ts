/** GET /tasks: all tasks, newest first. */

import type { Context } from 'koa';
import { z } from 'zod';

import { answerJson } from '../answer-json.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import type { Rooms } from '../rooms.ts';
import { taskPageSchema } from '../schemas/answers.ts';
import { encodeCursor } from '../schemas/cursor.ts';
import { listQuerySchema } from '../schemas/list-query.ts';
import { readPage } from '../tasks/read-page.ts';
import { ACCESS_PROBLEMS, jsonAnswer, notModified, problemAnswers } from './described.ts';
import { BASE, type Route } from './route.ts';

const LINK = z.object({
  Link: z.string().optional().meta({ description: 'With rel="next": the next page. Not on the last one.' }),
});

export function listTasks(rooms: Rooms): Route {
  return {
    method: 'get',
    path: `${BASE}/tasks`,
    access: 'read',
    operation: {
      operationId: 'listTasks',
      summary: 'List tasks, newest first',
      requestParams: { query: listQuerySchema },
      responses: {
        200: jsonAnswer('A page of tasks.', taskPageSchema, LINK),
        ...notModified,
        ...problemAnswers(...ACCESS_PROBLEMS, 'invalid-query', 'not-acceptable', 'database-unavailable'),
      },
    },
    handlers: [
      accept('application/json'),
      async (ctx) => {
        const { cursor, ...filter } = readQuery(ctx, listQuerySchema);
        const { status = null, q = null, active = null, limit } = filter;
        const { items, next } = await readPage(rooms, { status, prefix: q, active, limit, after: cursor ?? null });
        const nextCursor = next === null ? null : encodeCursor(next);
        if (nextCursor !== null) linkNext(ctx, { ...filter, cursor: nextCursor });
        answerJson(ctx, { items, nextCursor });
      },
    ],
  };
}

function linkNext(ctx: Context, query: Readonly<Record<string, string | number | boolean | undefined>>): void {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  ctx.set('Link', `<${BASE}/tasks?${given.toString()}>; rel="next"`);
}
