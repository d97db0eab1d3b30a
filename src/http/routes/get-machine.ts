/** GET /machine: the statechart that every run goes through. */

import type { Context } from 'koa';
import { z } from 'zod';

import { runChart } from '../../actors/chart/run-chart.ts';
import { answerTagged } from '../answer-tagged.ts';
import { STYLE_SOURCE } from '../machine/drawing/style.ts';
import { findActive } from '../machine/find-active.ts';
import { openNotations } from '../machine/notations.ts';
import { readQuery } from '../requests/read-query.ts';
import type { Rooms } from '../rooms.ts';
import { chartSchema } from '../schemas/chart.ts';
import { machineQuerySchema } from '../schemas/machine-query.ts';
import { ACCESS_PROBLEMS, notModified, problemAnswers } from './described.ts';
import { BASE, type Route } from './route.ts';

export function getMachine(rooms: Rooms): Route {
  const notations = openNotations();
  return {
    method: 'get',
    path: `${BASE}/machine`,
    access: 'read',
    operation,
    handlers: [
      async (ctx) => {
        const { format, taskId } = readQuery(ctx, machineQuerySchema);
        if (taskId !== undefined) ctx.state['taskId'] = taskId;
        const active = taskId === undefined ? NOTHING : await findActive(rooms, taskId);
        await rooms.turn();
        const { contentType, write } = notations[format];
        if (format === 'svg') allowStyle(ctx);
        answerTagged(ctx, contentType, write(runChart, active));
      },
    ],
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/** A picture that is opened by itself shows its colours by a style of its own; nothing else in it may act. */
function allowStyle(ctx: Context): void {
  const policy = ctx.response.get('Content-Security-Policy');
  ctx.set('Content-Security-Policy', `${policy};style-src ${STYLE_SOURCE}`);
}

/** XState's and state-machine-cat's own. */
const toolSchema = z.looseObject({}).meta({ description: 'xstate and smcat: in the form of that tool.' });

const text = { schema: z.string() };

const operation = {
  operationId: 'getMachine',
  summary: 'Read the statechart of a run',
  description: 'The states, and the edges between them, of the machine that runs. Every format has the same edges.',
  requestParams: { query: machineQuerySchema },
  responses: {
    200: {
      description: 'The statechart in the format that was asked for.',
      content: {
        'application/json': { schema: z.union([chartSchema, toolSchema]) },
        'text/javascript': text,
        'text/vnd.mermaid': text,
        'application/scxml+xml': text,
        'text/plain': text,
        'text/vnd.graphviz': text,
        'image/svg+xml': text,
      },
    },
    ...notModified,
    ...problemAnswers(...ACCESS_PROBLEMS, 'invalid-query', 'task-not-found', 'database-unavailable'),
  },
};
