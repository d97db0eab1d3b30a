/** How much of the answers may wait in memory for clients that take them slowly, or not at all. */

import type { ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';

/** A small part of the memory that Node.js uses at most on any machine of today. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Smaller ones are bounded by MAX_CONNECTIONS well enough. */
const LARGE_BYTES = 64 * 1024;

/** Longer than a client needs that wants its answer. */
const PATIENCE_MS = 5000;

interface Waiting {
  readonly bytes: number;
  readonly sinceMs: number;
}

/**
 * Counts the large answers that are made as a whole. Where they are too much together, the one that has waited for longest
 * makes room with its connection, if it had its time; else this one is refused with `too-many-streams`.
 */
export function limitWaitingAnswers(mostBytes = MOST_BYTES, patienceMs = PATIENCE_MS) {
  // The longest first.
  const waiting = new Map<ServerResponse, Waiting>();
  let sum = 0;
  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    // Whoever has left needs no text made.
    if (ctx.res.destroyed) return;
    const bytes = sizeOf(ctx);
    if (bytes < LARGE_BYTES) return;
    makeRoom(bytes);
    add(ctx.res, bytes);
  };

  function add(response: ServerResponse, bytes: number): void {
    waiting.set(response, { bytes, sinceMs: performance.now() });
    sum += bytes;
    response.once('close', () => remove(response));
  }

  function remove(response: ServerResponse): void {
    sum -= waiting.get(response)?.bytes ?? 0;
    waiting.delete(response);
  }

  function makeRoom(bytes: number): void {
    for (const [response, { sinceMs }] of waiting) {
      if (sum + bytes <= mostBytes) return;
      if (performance.now() - sinceMs < patienceMs) throw tooMuch();
      remove(response);
      response.destroy();
    }
  }
}

/** Makes text of what would be made into text later on. */
function sizeOf(ctx: Context): number {
  const { body }: { readonly body?: unknown } = ctx;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.length;
  if (ctx.type !== 'application/json' || typeof body !== 'object' || body === null) return 0;
  const text = JSON.stringify(body);
  ctx.body = text;
  return text.length;
}

function tooMuch(): HttpProblem {
  return new HttpProblem('too-many-streams', 'Too much of other answers waits for clients that do not take it.');
}
