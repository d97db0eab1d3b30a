/** GET /healthz: the process answers. GET /readyz: it also accepts runs and reaches the database. */

import { z } from 'zod';

import { Refusal } from '../../domain/refusal.ts';
import type { Rooms } from '../rooms.ts';
import { jsonAnswer, problemAnswers } from './described.ts';
import type { Route } from './route.ts';

const healthSchema = z.strictObject({ status: z.enum(['alive', 'ready']) }).meta({ id: 'Health' });

export function healthz(): Route {
  return {
    method: 'get',
    path: '/healthz',
    access: 'open',
    operation: {
      operationId: 'healthz',
      summary: 'Whether the process answers',
      responses: { 200: jsonAnswer('It does.', healthSchema), ...problemAnswers() },
    },
    handlers: [
      (ctx) => {
        ctx.set('Cache-Control', 'no-store');
        ctx.body = { status: 'alive' };
      },
    ],
  };
}

export function readyz({ persistence, supervisor }: Rooms): Route {
  return {
    method: 'get',
    path: '/readyz',
    access: 'open',
    operation: {
      operationId: 'readyz',
      summary: 'Whether the service can do its work now',
      responses: {
        200: jsonAnswer('It can.', healthSchema),
        ...problemAnswers('shutting-down', 'database-unavailable'),
      },
    },
    handlers: [
      async (ctx) => {
        if (!supervisor.accepting) throw new Refusal('shutting-down', 'The service is shutting down.');
        if (!(await persistence.ping())) throw new Refusal('database-unavailable', 'The database does not answer.');
        ctx.set('Cache-Control', 'no-store');
        ctx.body = { status: 'ready' };
      },
    ],
  };
}
