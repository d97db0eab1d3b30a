/** GET /tasks/{taskId}/plan: what execute would do now, step by step, and why. */

import { answerJson } from '../answer-json.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { noQuery } from '../schemas/no-query.ts';
import { planSchema } from '../schemas/plan.ts';
import { planTask } from '../tasks/plan-task.ts';
import { jsonAnswer, notModified, problemAnswers, TASK_PROBLEMS, taskPath } from './described.ts';
import { BASE, type Route } from './route.ts';

export function getPlan(rooms: Rooms): Route {
  return {
    method: 'get',
    path: `${BASE}/tasks/:taskId/plan`,
    access: 'read',
    operation: {
      operationId: 'getPlan',
      summary: 'Ask what execute would do now',
      description: 'Nothing is changed. Rows that cannot be run are told by the reason, not by a problem.',
      requestParams: { path: taskPath },
      responses: {
        200: jsonAnswer('The plan.', planSchema),
        ...notModified,
        ...problemAnswers(...TASK_PROBLEMS),
      },
    },
    handlers: [
      accept('application/json'),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        readQuery(ctx, noQuery);
        const plan = await planTask(rooms, taskId);
        // Of thousands of steps it is a large text, which takes its turn.
        await rooms.turn();
        answerJson(ctx, plan);
      },
    ],
  };
}
