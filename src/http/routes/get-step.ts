/** GET /tasks/{taskId}/steps/{stepNo}: a step. */

import { answerJson } from '../answer-json.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readStepNo } from '../requests/read-step-no.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { stepSchema } from '../schemas/answers.ts';
import { noQuery } from '../schemas/no-query.ts';
import { findStep } from '../tasks/find-step.ts';
import { presentStep } from '../tasks/present-step.ts';
import { readStepRow } from '../tasks/read-rows.ts';
import { jsonAnswer, notModified, problemAnswers, stepPath, TASK_PROBLEMS } from './described.ts';
import { BASE, type Route } from './route.ts';

export function getStep(rooms: Rooms): Route {
  return {
    method: 'get',
    path: `${BASE}/tasks/:taskId/steps/:stepNo`,
    access: 'read',
    operation: {
      operationId: 'getStep',
      summary: 'Read a step',
      requestParams: { path: stepPath },
      responses: {
        200: jsonAnswer('The step.', stepSchema),
        ...notModified,
        ...problemAnswers(...TASK_PROBLEMS, 'invalid-step-no', 'step-not-found'),
      },
    },
    handlers: [
      accept('application/json'),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        const stepNo = readStepNo(ctx);
        readQuery(ctx, noQuery);
        const { rows } = await readStepRow(rooms, taskId, stepNo);
        answerJson(ctx, presentStep(findStep(rows, stepNo), rooms.mask));
      },
    ],
  };
}
