/** POST /tasks: creates a task. */

import { z } from 'zod';

import { accept } from '../requests/accept.ts';
import { checkSchema } from '../requests/check-schema.ts';
import { readJsonBody } from '../requests/read-json-body.ts';
import { readQuery } from '../requests/read-query.ts';
import type { Rooms } from '../rooms.ts';
import { taskSchema } from '../schemas/answers.ts';
import { newTaskSchema } from '../schemas/new-task.ts';
import { noQuery } from '../schemas/no-query.ts';
import { presentRows } from '../tasks/present-task.ts';
import { ACCESS_PROBLEMS, BODY_PROBLEMS, jsonAnswer, locationHeader, problemAnswers } from './described.ts';
import { BASE, type Route, taskLocation } from './route.ts';

export function createTask(rooms: Rooms): Route {
  const { persistence, mask } = rooms;
  return {
    method: 'post',
    path: `${BASE}/tasks`,
    access: 'author',
    operation: {
      operationId: 'createTask',
      summary: 'Create a task',
      description: 'Nothing runs until it is executed.',
      requestBody: { required: true, content: { 'application/json': { schema: newTaskSchema } } },
      responses: {
        201: jsonAnswer('The task.', taskSchema, z.object({ Location: locationHeader })),
        ...problemAnswers(
          ...ACCESS_PROBLEMS,
          ...BODY_PROBLEMS,
          'invalid-query',
          'not-acceptable',
          'task-exists',
          'task-data-invalid',
          'database-unavailable',
        ),
      },
    },
    handlers: [
      accept('application/json'),
      readJsonBody(rooms),
      async (ctx) => {
        readQuery(ctx, noQuery);
        const { taskId = null, name, steps } = checkSchema('invalid-body', newTaskSchema, ctx.request.body);
        if (taskId !== null) ctx.state['taskId'] = taskId;
        const rows = await persistence.createTask({ taskId, name, steps });
        ctx.state['taskId'] = rows.task.taskId;
        ctx.status = 201;
        ctx.set('Location', taskLocation(rows.task.taskId));
        ctx.body = presentRows({ rows, holder: null }, mask);
      },
    ],
  };
}
