/** POST /tasks/{taskId}/execute: accepts a run and answers at once. */

import { z } from 'zod';

import { alreadyRunning } from '../../actors/run-refusals.ts';
import { noteIntent } from '../access/audit.ts';
import { callerOf } from '../access/authorize.ts';
import { limitExecutes } from '../load/limit-executes.ts';
import { accept } from '../requests/accept.ts';
import { checkSchema } from '../requests/check-schema.ts';
import { readJsonBody } from '../requests/read-json-body.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { executeAnswerSchema } from '../schemas/answers.ts';
import { MOST_EMPTY_BODY_BYTES } from '../schemas/empty-body.ts';
import { executeBodySchema } from '../schemas/execute-body.ts';
import { BODY_PROBLEMS, jsonAnswer, locationHeader, problemAnswers, TASK_PROBLEMS, taskPath } from './described.ts';
import { BASE, type Route, taskLocation } from './route.ts';

const executeQuerySchema = z.strictObject({
  ifRunning: z.literal('reject', 'must be reject').optional().meta({
    description: 'Refuse with 409 already-running instead of telling of the run there is.',
    example: 'reject',
  }),
});

const STARTED = z.object({ Location: locationHeader.optional() });

export function executeTask(rooms: Rooms): Route {
  const { reach } = rooms;
  return {
    method: 'post',
    path: `${BASE}/tasks/:taskId/execute`,
    access: 'operate',
    operation: {
      operationId: 'executeTask',
      summary: 'Execute a task, or resume it at the first step that is not SUCCESS',
      description:
        'Answers as soon as the run is accepted; poll the task for its progress. With fromStep the run begins there, whatever is SUCCESS, and a task that runs already is refused.',
      requestParams: { path: taskPath, query: executeQuerySchema },
      requestBody: { content: { 'application/json': { schema: executeBodySchema } } },
      responses: {
        200: jsonAnswer('All steps are SUCCESS; nothing runs.', executeAnswerSchema),
        202: jsonAnswer('A run was started, or there is one already (started: false).', executeAnswerSchema, STARTED),
        ...problemAnswers(
          ...TASK_PROBLEMS,
          ...BODY_PROBLEMS,
          'task-has-no-steps',
          'step-not-found',
          'earlier-step-not-success',
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
        const { ifRunning } = readQuery(ctx, executeQuerySchema);
        const { fromStep } = checkSchema('invalid-body', executeBodySchema, ctx.request.body) ?? {};
        if (fromStep !== undefined) noteIntent(ctx, { fromStep });
        const wish = { requestId: ctx.state['requestId'], fromStep };
        const execute = () => rooms.supervisor.execute(taskId, callerOf(ctx), wish);
        const { state, snapshot } = await limitExecutes(rooms, { ctx, taskId }, execute);
        if (state === 'running' && ifRunning === 'reject') throw alreadyRunning(taskId);
        ctx.status = state === 'succeeded' ? 200 : 202;
        if (state === 'started') ctx.set('Location', taskLocation(taskId));
        if (state === 'started' && reach) ctx.res.once('finish', () => void reach('accept.replied'));
        ctx.body = { ...snapshot, started: state === 'started' };
      },
    ],
  };
}
