/** GET /tasks/{taskId}/steps/{stepNo}: a step. */

import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readStepNo } from '../requests/read-step-no.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { stepSchema } from '../schemas/answers.ts';
import { waitQuerySchema } from '../schemas/wait-query.ts';
import { answerWhenNew } from '../wait/answer-when-new.ts';
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
      requestParams: { path: stepPath, query: waitQuerySchema },
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
        const { wait } = readQuery(ctx, waitQuerySchema);
        await answerWhenNew(rooms, ctx, { taskId, wait, shown: rooms.shown.step(taskId, stepNo) });
      },
    ],
  };
}
