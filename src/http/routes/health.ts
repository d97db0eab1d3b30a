/** GET /healthz: the process answers. GET /readyz: it also accepts runs and reaches the database. */

import { z } from 'zod';

import { Refusal } from '../../domain/refusal.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import type { Rooms } from '../rooms.ts';
import { ANY_REQUEST, jsonAnswer, problemAnswersOnly } from './described.ts';
import type { Route } from './route.ts';

/** Also answered where there are too many connections: whoever watches must not take a full service for a dead one. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

const healthSchema = z.strictObject({ status: z.enum(['alive', 'ready']) }).meta({ id: 'Health' });

export function healthz(): Route {
  return {
    method: 'get',
    path: '/healthz',
    access: 'open',
    operation: {
      operationId: 'healthz',
      summary: 'Whether the process answers',
      responses: { 200: jsonAnswer('It does.', healthSchema), ...healthProblems() },
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
  const ping = shareWhileRunning(() => persistence.ping());
  return {
    method: 'get',
    path: '/readyz',
    access: 'open',
    operation: {
      operationId: 'readyz',
      summary: 'Whether the service can do its work now',
      responses: {
        200: jsonAnswer('It can.', healthSchema),
        ...healthProblems('shutting-down', 'database-unavailable'),
      },
    },
    handlers: [
      async (ctx) => {
        if (!supervisor.accepting) throw new Refusal('shutting-down', 'The service is shutting down.');
        if (!(await ping())) throw new Refusal('database-unavailable', 'The database does not answer.');
        ctx.set('Cache-Control', 'no-store');
        ctx.body = { status: 'ready' };
      },
    ],
  };
}

/** Answered by whatever name, also where there are too many connections. */
const NEVER: ReadonlySet<string> = new Set(['misdirected-host', 'too-many-connections', 'too-many-streams']);

function healthProblems(...codes: readonly ProblemCode[]) {
  return problemAnswersOnly([...codes, ...ANY_REQUEST.filter((code) => !NEVER.has(code))]);
}

/** Anybody may ask as often as they like: one call serves all who ask while it is under way. */
function shareWhileRunning<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => (running ??= call().finally(() => (running = null)));
}
