/** DELETE /tasks/{taskId}: deletes a task that does not run, with its steps and logs. */

import { accept } from '../requests/accept.ts';
import { checkSchema } from '../requests/check-schema.ts';
import { readJsonBody } from '../requests/read-json-body.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { emptyBodySchema, MOST_EMPTY_BODY_BYTES } from '../schemas/empty-body.ts';
import { noQuery } from '../schemas/no-query.ts';
import { BODY_PROBLEMS, problemAnswers, TASK_PROBLEMS, taskPath } from './described.ts';
import { BASE, type Route } from './route.ts';

export function deleteTask(rooms: Rooms): Route {
  return {
    method: 'delete',
    path: `${BASE}/tasks/:taskId`,
    access: 'author',
    operation: {
      operationId: 'deleteTask',
      summary: 'Delete a task that does not run',
      description: 'With its steps, logs and journals, for good. What an interrupted run left running is ended before.',
      requestParams: { path: taskPath },
      requestBody: { content: { 'application/json': { schema: emptyBodySchema } } },
      responses: {
        204: { description: 'It is deleted.' },
        ...problemAnswers(
          ...TASK_PROBLEMS,
          ...BODY_PROBLEMS,
          'already-running',
          'shutting-down',
          'too-many-running',
          'ending',
        ),
      },
    },
    handlers: [
      accept('application/json'),
      readJsonBody({ ...rooms, maxBodyBytes: MOST_EMPTY_BODY_BYTES, discardedBytes: rooms.maxBodyBytes }),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        readQuery(ctx, noQuery);
        checkSchema('invalid-body', emptyBodySchema, ctx.request.body);
        await rooms.supervisor.interventions.deleteTask(taskId);
        ctx.status = 204;
      },
    ],
  };
}
