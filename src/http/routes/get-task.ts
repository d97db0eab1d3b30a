/** GET /tasks/{taskId}: a task. */

import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { taskSchema } from '../schemas/answers.ts';
import { waitQuerySchema } from '../schemas/wait-query.ts';
import { answerWhenNew } from '../wait/answer-when-new.ts';
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
      requestParams: { path: taskPath, query: waitQuerySchema },
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
        const { wait } = readQuery(ctx, waitQuerySchema);
        await answerWhenNew(rooms, ctx, { taskId, wait, shown: rooms.shown.task(taskId) });
      },
    ],
  };
}
