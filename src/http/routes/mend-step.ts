/** PUT /tasks/{taskId}/steps/{stepNo}: gives a step that is not SUCCESS another script. */

import type { Rooms } from '../rooms.ts';
import { stepSchema } from '../schemas/answers.ts';
import { mendingSchema } from '../schemas/step-change.ts';
import { jsonAnswer, problemAnswers, STEP_CHANGE_PROBLEMS, stepPath } from './described.ts';
import { BASE, type Route } from './route.ts';
import { stepChange } from './step-change.ts';

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
    handlers: stepChange(rooms, mendingSchema, (asked) => rooms.supervisor.interventions.mendStep(asked)),
  };
}
