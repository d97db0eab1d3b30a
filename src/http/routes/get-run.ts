/** GET /tasks/{taskId}/runs/{run}: the journal of a run. */

import type { Context } from 'koa';
import { z } from 'zod';

import type { OpenedJournal } from '../../journal/journal-reader.ts';
import type { Streams } from '../load/streams.ts';
import { endWithResponse } from '../log/end-with-response.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { noQuery } from '../schemas/no-query.ts';
import { taskIdSchema } from '../schemas/task-id.ts';
import { problemAnswers, TASK_PROBLEMS } from './described.ts';
import { BASE, type Route } from './route.ts';

const NDJSON = 'application/x-ndjson';

const runPath = z.object({
  taskId: taskIdSchema,
  run: z.string().meta({ description: 'As the list of runs has it.', example: '0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' }),
});

export function getRun(rooms: Rooms): Route {
  return {
    method: 'get',
    path: `${BASE}/tasks/:taskId/runs/:run`,
    access: 'read',
    operation,
    handlers: [
      accept(NDJSON),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        readQuery(ctx, noQuery);
        const run = ctx.params['run'] ?? '';
        const journal = await rooms.fileReads(ctx.res, () => rooms.journals.open(taskId, run));
        let isHandedOver = false;
        try {
          ctx.set({ 'Cache-Control': 'no-cache', 'X-Journal-Cut': String(journal.isCut) });
          isHandedOver = send(ctx, rooms.streams, journal);
        } finally {
          if (!isHandedOver) await journal.log.close();
        }
      },
    ],
  };
}

/** Returns whether the journal was handed over to the stream that answers, which then closes it. */
function send(ctx: Context, streams: Streams, { log, size }: OpenedJournal): boolean {
  ctx.status = 200;
  // Without any body Koa would answer with a word of its own.
  if (size === 0) ctx.body = '';
  ctx.type = NDJSON;
  ctx.length = size;
  if (ctx.method === 'HEAD' || size === 0) {
    return false;
  }
  streams.take(ctx.res);
  const stream = log.stream(0, size);
  endWithResponse(stream, ctx.res);
  ctx.body = stream;
  // Koa has put the type of any stream in its place.
  ctx.type = NDJSON;
  ctx.length = size;
  return true;
}

const operation = {
  operationId: 'getRun',
  summary: 'Read the journal of a run',
  description:
    'A line of JSON for who began it (type begin), each transition of its statechart (transition) and why it ended (end).',
  requestParams: { path: runPath },
  responses: {
    200: {
      description: 'Its whole lines. X-Journal-Cut tells whether the beginning of another one was left out.',
      headers: z.object({ 'X-Journal-Cut': z.enum(['true', 'false']) }),
      content: { [NDJSON]: { schema: z.string() } },
    },
    // Whether there is such a task nobody asks; without a run there is no such path.
    ...problemAnswers(...TASK_PROBLEMS.filter((code) => code !== 'task-not-found'), 'run-not-found', 'not-found'),
  },
};
