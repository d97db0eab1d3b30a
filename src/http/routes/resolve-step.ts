/** POST /tasks/{taskId}/steps/{stepNo}/resolve: settles a step by hand. */

import type { Rooms } from '../rooms.ts';
import { stepSchema } from '../schemas/answers.ts';
import { resolutionSchema } from '../schemas/step-change.ts';
import { jsonAnswer, problemAnswers, STEP_CHANGE_PROBLEMS, stepPath } from './described.ts';
import { BASE, type Route } from './route.ts';
import { stepChange } from './step-change.ts';

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
    handlers: stepChange(rooms, resolutionSchema, (asked) => rooms.supervisor.interventions.resolveStep(asked)),
  };
}
