/** Counts the requests that were answered: which operation, with what status, and how long it took. */

import type { Context, Middleware, Next } from 'koa';

import { type Distribution, type Histogram, openHistogram } from '../../platform/histogram.ts';

export interface RequestCounts {
  count(request: CountedRequest): void;
  totals(): RequestTotals;
}

export interface CountedRequest {
  /** As the description of the API names it; null where no route was found. */
  readonly operation: string | null;
  readonly status: number;
  /** Null where it says nothing: of a stream, which lasts as long as its reader wants. */
  readonly seconds: number | null;
}

export interface RequestTotals {
  readonly answered: readonly { readonly operation: string; readonly status: number; readonly count: number }[];
  /** By operation. */
  readonly seconds: ReadonlyMap<string, Distribution>;
}

const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const NO_ROUTE = 'none';

/** Of a caller who left before the answer began. No status of HTTP; proxies write the same into their logs. */
const CLIENT_LEFT = 499;

export function openRequestCounts(): RequestCounts {
  const answered = new Map<string, Map<number, number>>();
  const seconds = new Map<string, Histogram>();
  return {
    count({ operation, status, seconds: taken }) {
      const name = operation ?? NO_ROUTE;
      const byStatus = kept(answered, name, () => new Map<number, number>());
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      if (taken !== null) kept(seconds, name, () => openHistogram(BOUNDS)).observe(taken);
    },
    totals: () => ({
      answered: [...answered].flatMap(([operation, byStatus]) =>
        [...byStatus].map(([status, count]) => ({ operation, status, count })),
      ),
      seconds: new Map([...seconds].map(([operation, histogram]) => [operation, histogram.read()])),
    }),
  };
}

function kept<Value>(values: Map<string, Value>, name: string, make: () => Value): Value {
  const value = values.get(name) ?? make();
  values.set(name, value);
  return value;
}

export function countRequests(counts: RequestCounts): Middleware {
  return (ctx: Context, next: Next) => {
    const begunMs = performance.now();
    ctx.res.once('close', () => counts.count(describe(ctx, begunMs)));
    return next();
  };
}

function describe({ res, state, respond }: Context, begunMs: number): CountedRequest {
  const operation: unknown = state['operation'];
  return {
    operation: typeof operation === 'string' ? operation : null,
    status: res.headersSent ? res.statusCode : CLIENT_LEFT,
    seconds: respond === false || !res.writableFinished ? null : (performance.now() - begunMs) / 1000,
  };
}
