/** POST /tasks/{taskId}/cancel: tells the run of a task to stop. */

import { callerOf } from '../access/authorize.ts';
import { accept } from '../requests/accept.ts';
import { checkSchema } from '../requests/check-schema.ts';
import { readJsonBody } from '../requests/read-json-body.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { snapshotSchema } from '../schemas/answers.ts';
import { emptyBodySchema, MOST_EMPTY_BODY_BYTES } from '../schemas/empty-body.ts';
import { noQuery } from '../schemas/no-query.ts';
import { BODY_PROBLEMS, jsonAnswer, problemAnswers, TASK_PROBLEMS, taskPath } from './described.ts';
import { BASE, type Route } from './route.ts';

export function cancelTask(rooms: Rooms): Route {
  return {
    method: 'post',
    path: `${BASE}/tasks/:taskId/cancel`,
    access: 'operate',
    operation: {
      operationId: 'cancelTask',
      summary: 'Stop the run of a task',
      description:
        'The running step becomes FAILED; execute resumes there. What an interrupted run left RUNNING is settled.',
      requestParams: { path: taskPath },
      requestBody: { content: { 'application/json': { schema: emptyBodySchema } } },
      responses: {
        202: jsonAnswer('The run was told to stop, or what was left of one is settled.', snapshotSchema),
        ...problemAnswers(
          ...TASK_PROBLEMS,
          ...BODY_PROBLEMS,
          'not-running',
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
        const snapshot = await rooms.supervisor.cancel(taskId, callerOf(ctx));
        ctx.status = 202;
        ctx.body = snapshot;
      },
    ],
  };
}
