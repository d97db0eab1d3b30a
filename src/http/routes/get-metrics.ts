/** GET /metrics: figures of the service for Prometheus. */

import { z } from 'zod';

import type { Rooms } from '../rooms.ts';
import { ACCESS_PROBLEMS, problemAnswers } from './described.ts';
import type { Route } from './route.ts';

export function getMetrics(rooms: Rooms): Route {
  let opening: Promise<MetricsPage> | undefined;
  return {
    method: 'get',
    path: '/metrics',
    access: 'read',
    operation: {
      operationId: 'getMetrics',
      summary: 'Read figures of the service, in the text form of Prometheus',
      responses: {
        200: { description: 'The figures.', content: { 'text/plain': { schema: z.string() } } },
        ...problemAnswers(...ACCESS_PROBLEMS),
      },
    },
    handlers: [
      async (ctx) => {
        const metrics = await (opening ??= open(rooms));
        await rooms.turn();
        ctx.set({ 'Cache-Control': 'no-store', 'Content-Type': metrics.contentType });
        ctx.body = await metrics.metrics();
      },
    ],
  };
}

interface MetricsPage {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/** Loaded by the first reader: it takes 70 ms and 20 MB that a service without readers should not pay for. */
async function open(rooms: Rooms): Promise<MetricsPage> {
  const { openMetrics } = await import('../metrics/open-metrics.ts');
  return openMetrics(rooms);
}
