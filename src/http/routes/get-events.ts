/** GET /tasks/{taskId}/events: what happens to a task, as it happens. */

import type { Context } from 'koa';
import { z } from 'zod';

import { isEndId } from '../events/event-feed.ts';
import type { TaskFeed } from '../events/task-feed.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { noQuery } from '../schemas/no-query.ts';
import { problemAnswers, TASK_PROBLEMS, taskPath } from './described.ts';
import { BASE, type Route } from './route.ts';

const EVENT_STREAM = 'text/event-stream';

export function getEvents(rooms: Rooms): Route {
  return {
    method: 'get',
    path: `${BASE}/tasks/:taskId/events`,
    access: 'read',
    operation,
    handlers: [
      accept(EVENT_STREAM),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        readQuery(ctx, noQuery);
        const feed = await rooms.feeds.open(taskId);
        try {
          answer(ctx, rooms, feed);
        } finally {
          feed.release();
        }
      },
    ],
  };
}

function answer(ctx: Context, { streams, waitingAnswers, eventStreams }: Rooms, feed: TaskFeed): void {
  const lastEventId = ctx.get('Last-Event-ID');
  // The way to tell a browser that it need not come back.
  if (isEndId(lastEventId) && !feed.isRunning()) ctx.status = 204;
  else if (ctx.method === 'HEAD') {
    ctx.status = 200;
    ctx.type = EVENT_STREAM;
  } else {
    streams.take(ctx.res);
    const first = feed.first(lastEventId);
    const sent = waitingAnswers.add(ctx.res, first);
    const stream = eventStreams.begin(ctx);
    stream.sendFirst(first, sent);
    stream.onEnd(feed.read(stream));
  }
}

const operation = {
  operationId: 'getEvents',
  summary: 'Follow a task',
  description: [
    'Server-sent events: first a snapshot of the task and its steps, then step and task whenever one changes, transition',
    'for each arrow that the statechart of the run takes, and end when the run has ended; then the stream ends.',
    'Where nothing runs it waits for a run. With Last-Event-ID it goes on where it broke off, or begins with a snapshot.',
    'Of a task that does not run on this instance the rows are read once a second: source is table, without transitions.',
    'A reader that takes nothing is dropped and can come back.',
  ].join(' '),
  requestParams: {
    path: taskPath,
    header: z.object({
      'Last-Event-ID': z.string().optional().meta({ description: 'The id of the last event that was received.' }),
    }),
  },
  responses: {
    200: { description: 'The events.', content: { [EVENT_STREAM]: { schema: z.string() } } },
    204: { description: 'Last-Event-ID is that of an end, and nothing runs: there is no need to come back.' },
    ...problemAnswers(...TASK_PROBLEMS, 'shutting-down'),
  },
};
