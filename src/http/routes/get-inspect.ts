/** GET /inspect: the statecharts of the runs here, in the messages of the Stately inspector. */

import { z } from 'zod';

import { formatEvent } from '../events/format-event.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import type { Rooms } from '../rooms.ts';
import { taskIdSchema } from '../schemas/task-id.ts';
import { ACCESS_PROBLEMS, problemAnswers } from './described.ts';
import { BASE, type Route } from './route.ts';

const EVENT_STREAM = 'text/event-stream';

const inspectQuerySchema = z.strictObject({
  taskId: taskIdSchema.optional().meta({ description: 'Only the runs of this task.' }),
});

/** Each message is made into text once, however many follow. */
function formatOnce(): (message: object) => string {
  const texts = new WeakMap<object, string>();
  return (message) => {
    const text = texts.get(message) ?? formatEvent({ data: message });
    texts.set(message, text);
    return text;
  };
}

export function getInspect({ supervisor, streams, eventStreams }: Rooms): Route {
  const format = formatOnce();
  return {
    method: 'get',
    path: `${BASE}/inspect`,
    access: 'read',
    operation: {
      operationId: 'getInspect',
      summary: 'Look into the statecharts of the runs on this instance',
      description: [
        'Server-sent events, each a message that the Stately inspector understands (@xstate.actor, @xstate.event,',
        '@xstate.snapshot), from now on. Scripts, output and free text are left out.',
      ].join(' '),
      requestParams: { query: inspectQuerySchema },
      responses: {
        200: { description: 'The messages.', content: { [EVENT_STREAM]: { schema: z.string() } } },
        ...problemAnswers(...ACCESS_PROBLEMS, 'invalid-query', 'not-acceptable', 'shutting-down'),
      },
    },
    handlers: [
      accept(EVENT_STREAM),
      (ctx) => {
        const { taskId = null } = readQuery(ctx, inspectQuerySchema);
        if (ctx.method === 'HEAD') {
          ctx.type = EVENT_STREAM;
          ctx.status = 200;
          return;
        }
        streams.take(ctx.res);
        const stream = eventStreams.begin(ctx);
        stream.onEnd(supervisor.inspect(taskId, (message) => stream.send(format(message))));
      },
    ],
  };
}
