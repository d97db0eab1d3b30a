/** GET /tasks/{taskId}: a task. */

import { answerJson, answerJsonText } from '../answer-json.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { taskSchema } from '../schemas/answers.ts';
import { noQuery } from '../schemas/no-query.ts';
import { presentTask } from '../tasks/present-task.ts';
import { readSummary } from '../tasks/read-rows.ts';
import { jsonAnswer, notModified, problemAnswers, TASK_PROBLEMS, taskPath } from './described.ts';
import { BASE, type Route } from './route.ts';

export function getTask(rooms: Rooms): Route {
  return {
    method: 'get',
    path: `${BASE}/tasks/:taskId`,
    access: 'read',
    operation: {
      operationId: 'getTask',
      summary: 'Read a task',
      requestParams: { path: taskPath },
      responses: {
        200: jsonAnswer('The task.', taskSchema),
        ...notModified,
        ...problemAnswers(...TASK_PROBLEMS),
      },
    },
    handlers: [
      accept('application/json'),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        readQuery(ctx, noQuery);
        const view = rooms.supervisor.view(taskId);
        if (view) return answerJsonText(ctx, rooms.taskTexts(view));
        const { rows, holder } = await readSummary(rooms, taskId);
        answerJson(ctx, presentTask(rows, holder, rooms.mask));
      },
    ],
  };
}
