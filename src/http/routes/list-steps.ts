/** GET /tasks/{taskId}/steps: all steps of a task by their numbers. */

import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { stepSchema } from '../schemas/answers.ts';
import { waitQuerySchema } from '../schemas/wait-query.ts';
import { answerWhenNew } from '../wait/answer-when-new.ts';
import { jsonAnswer, notModified, problemAnswers, TASK_PROBLEMS, taskPath } from './described.ts';
import { BASE, type Route } from './route.ts';

export function listSteps(rooms: Rooms): Route {
  return {
    method: 'get',
    path: `${BASE}/tasks/:taskId/steps`,
    access: 'read',
    operation: {
      operationId: 'listSteps',
      summary: 'Read all steps of a task',
      requestParams: { path: taskPath, query: waitQuerySchema },
      responses: {
        200: jsonAnswer('The steps in the order of their numbers.', stepSchema.array()),
        ...notModified,
        ...problemAnswers(...TASK_PROBLEMS),
      },
    },
    handlers: [
      accept('application/json'),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        const { wait } = readQuery(ctx, waitQuerySchema);
        await answerWhenNew(rooms, ctx, { taskId, wait, shown: rooms.shown.steps(taskId) });
      },
    ],
  };
}
