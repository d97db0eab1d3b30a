/** POST /tasks/{taskId}/steps/{stepNo}/resolve: settles a step by hand. */

import { callerOf } from '../access/authorize.ts';
import { noteIntent } from '../access/audit.ts';
import { accept } from '../requests/accept.ts';
import { checkSchema } from '../requests/check-schema.ts';
import { readJsonBody } from '../requests/read-json-body.ts';
import { readQuery } from '../requests/read-query.ts';
import { readStepNo } from '../requests/read-step-no.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { stepSchema } from '../schemas/answers.ts';
import { noQuery } from '../schemas/no-query.ts';
import { resolutionSchema } from '../schemas/step-change.ts';
import { presentStep } from '../tasks/present-step.ts';
import { jsonAnswer, problemAnswers, STEP_CHANGE_PROBLEMS, stepPath } from './described.ts';
import { BASE, type Route } from './route.ts';
import { stepBodyLimits } from './step-body-limits.ts';

export function resolveStep(rooms: Rooms): Route {
  return {
    method: 'post',
    path: `${BASE}/tasks/:taskId/steps/:stepNo/resolve`,
    access: 'operate',
    operation: {
      operationId: 'resolveStep',
      summary: 'Settle a step by hand',
      description:
        'Of a task that does not run; nothing is started. The status of the task follows: SUCCESS where every step is, FAILED where it was SUCCESS or a run of it was interrupted. What an interrupted run left running is ended before.',
      requestParams: { path: stepPath },
      requestBody: { required: true, content: { 'application/json': { schema: resolutionSchema } } },
      responses: {
        200: jsonAnswer('The step as it is now.', stepSchema),
        ...problemAnswers(...STEP_CHANGE_PROBLEMS),
      },
    },
    handlers: [
      accept('application/json'),
      readJsonBody(stepBodyLimits(rooms)),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        const stepNo = readStepNo(ctx);
        readQuery(ctx, noQuery);
        const { status, reason } = checkSchema('invalid-body', resolutionSchema, ctx.request.body);
        noteIntent(ctx, { stepNo, reason });
        const by = callerOf(ctx);
        const step = await rooms.supervisor.interventions.resolveStep({ taskId, stepNo, status, by, reason });
        ctx.status = 200;
        ctx.body = presentStep(step, rooms.mask);
      },
    ],
  };
}
