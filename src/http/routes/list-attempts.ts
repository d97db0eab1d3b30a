/** GET /tasks/{taskId}/steps/{stepNo}/attempts: what became of each start of a step. */

import { answerJson } from '../answer-json.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readStepNo } from '../requests/read-step-no.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { attemptSchema } from '../schemas/attempt.ts';
import { noQuery } from '../schemas/no-query.ts';
import { findStep } from '../../domain/find-step.ts';
import { presentAttempt } from '../tasks/present-attempt.ts';
import { readStepRow } from '../tasks/read-rows.ts';
import { jsonAnswer, notModified, problemAnswers, stepPath, TASK_PROBLEMS } from './described.ts';
import { BASE, type Route } from './route.ts';

export function listAttempts(rooms: Rooms): Route {
  return {
    method: 'get',
    path: `${BASE}/tasks/:taskId/steps/:stepNo/attempts`,
    access: 'read',
    operation,
    handlers: [
      accept('application/json'),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        const stepNo = readStepNo(ctx);
        readQuery(ctx, noQuery);
        const { rows } = await readStepRow(rooms, taskId, stepNo);
        const { logPath, status } = findStep(rows, stepNo);
        const attempts = await rooms.fileReads(ctx.res, () => rooms.logs.listAttempts({ taskId, stepNo }, logPath));
        answerJson(
          ctx,
          attempts.map((attempt, index) =>
            presentAttempt(attempt, status === 'RUNNING' && index === attempts.length - 1, rooms.mask),
          ),
        );
      },
    ],
  };
}

const operation = {
  operationId: 'listAttempts',
  summary: 'Read the attempts of a step',
  description:
    'Every start of the step, from the records that lie beside their logs. Of more than 10,000 the last ones are shown.',
  requestParams: { path: stepPath },
  responses: {
    200: jsonAnswer('The attempts, oldest first.', attemptSchema.array()),
    ...notModified,
    ...problemAnswers(...TASK_PROBLEMS, 'invalid-step-no', 'step-not-found'),
  },
};
