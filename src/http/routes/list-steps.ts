/** GET /tasks/{taskId}/steps: all steps of a task by their numbers. */

import { answerJsonText } from '../answer-json.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { stepSchema } from '../schemas/answers.ts';
import { noQuery } from '../schemas/no-query.ts';
import { isLarge } from '../tasks/large-tasks.ts';
import { readRows } from '../tasks/read-rows.ts';
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
      requestParams: { path: taskPath },
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
        readQuery(ctx, noQuery);
        const { steps } = (await readRows(rooms, taskId)).rows;
        if (isLarge(steps)) await rooms.turn();
        // Nobody is there any more for whom the text would be made.
        if (ctx.res.destroyed) return;
        answerJsonText(ctx, rooms.stepTexts(steps));
      },
    ],
  };
}
