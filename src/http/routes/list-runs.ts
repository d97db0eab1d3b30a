/** GET /tasks/{taskId}/runs: the runs of a task, newest first. */

import { z } from 'zod';

import { answerJson } from '../answer-json.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { runSchema } from '../schemas/run.ts';
import { wholeNumber } from '../schemas/whole-number.ts';
import { presentRun } from '../tasks/present-run.ts';
import { readSummary } from '../tasks/read-rows.ts';
import { jsonAnswer, notModified, problemAnswers, TASK_PROBLEMS, taskPath } from './described.ts';
import { BASE, type Route } from './route.ts';

const runsQuerySchema = z.strictObject({
  limit: wholeNumber(1, 1000).default(100).meta({ description: 'How many at most.', example: 10 }),
});

export function listRuns(rooms: Rooms): Route {
  return {
    method: 'get',
    path: `${BASE}/tasks/:taskId/runs`,
    access: 'read',
    operation: {
      operationId: 'listRuns',
      summary: 'List the runs of a task, newest first',
      description: 'Who started each and why it ended, from their journals. A run that was refused leaves none.',
      requestParams: { path: taskPath, query: runsQuerySchema },
      responses: {
        200: jsonAnswer('The last runs.', runSchema.array()),
        ...notModified,
        ...problemAnswers(...TASK_PROBLEMS),
      },
    },
    handlers: [
      accept('application/json'),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        const { limit } = readQuery(ctx, runsQuerySchema);
        await readSummary(rooms, taskId);
        const runs = await rooms.fileReads(ctx.res, () => rooms.journals.list(taskId, limit));
        answerJson(ctx, runs.map(presentRun));
      },
    ],
  };
}
