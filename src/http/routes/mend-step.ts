/** PUT /tasks/{taskId}/steps/{stepNo}: gives a step that is not SUCCESS another script. */

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
import { mendingSchema } from '../schemas/step-change.ts';
import { presentStep } from '../tasks/present-step.ts';
import { jsonAnswer, problemAnswers, STEP_CHANGE_PROBLEMS, stepPath } from './described.ts';
import { BASE, type Route } from './route.ts';
import { stepBodyLimits } from './step-body-limits.ts';

export function mendStep(rooms: Rooms): Route {
  return {
    method: 'put',
    path: `${BASE}/tasks/:taskId/steps/:stepNo`,
    access: 'author',
    operation: {
      operationId: 'mendStep',
      summary: 'Give a step that is not SUCCESS another script',
      description:
        'Of a task that does not run; the next execute takes it. What an interrupted run left running is ended before.',
      requestParams: { path: stepPath },
      requestBody: { required: true, content: { 'application/json': { schema: mendingSchema } } },
      responses: {
        200: jsonAnswer('The step as it is now.', stepSchema),
        ...problemAnswers(...STEP_CHANGE_PROBLEMS, 'step-succeeded'),
      },
    },
    handlers: [
      accept('application/json'),
      readJsonBody(stepBodyLimits(rooms)),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        const stepNo = readStepNo(ctx);
        readQuery(ctx, noQuery);
        const { script, reason } = checkSchema('invalid-body', mendingSchema, ctx.request.body);
        noteIntent(ctx, { stepNo, reason });
        const by = callerOf(ctx);
        const step = await rooms.supervisor.interventions.mendStep({ taskId, stepNo, script, by, reason });
        ctx.body = presentStep(step, rooms.mask);
      },
    ],
  };
}
