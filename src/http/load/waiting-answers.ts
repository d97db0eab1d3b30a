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

export interface WaitingAnswers {
  /**
   * Counts what is about to be sent, if it is large, until the returned function is called or the response closes. Bytes that
   * several wait for count once. Where all are too much together, the one that has waited for longest makes room with its
   * connection, if it had its time. Throws `too-many-streams` where it had not.
   */
  add(response: ServerResponse, content: string | Uint8Array): () => void;
}

interface Waiting {
  /** Of a text each response has a copy of its own, of bytes none. */
  readonly content: object;
  readonly sinceMs: number;
}

interface Kept {
  readonly bytes: number;
  readonly by: number;
}

export function openWaitingAnswers(mostBytes = MOST_BYTES, patienceMs = PATIENCE_MS): WaitingAnswers {
  // The longest first.
  const waiting = new Map<ServerResponse, Waiting>();
  const kept = new Map<object, Kept>();
  let sum = 0;
  return {
    add(response, given) {
      const bytes = given.length;
      if (bytes < LARGE_BYTES) return () => undefined;
      const content = typeof given === 'string' ? {} : given;
      if (!kept.has(content)) makeRoom(bytes);
      keep(content, bytes);
      waiting.set(response, { content, sinceMs: performance.now() });
      response.once('close', () => remove(response));
      return () => remove(response);
    },
  };

  function keep(content: object, bytes: number): void {
    const by = kept.get(content)?.by ?? 0;
    if (by === 0) sum += bytes;
    kept.set(content, { bytes, by: by + 1 });
  }

  function remove(response: ServerResponse): void {
    const content = waiting.get(response)?.content;
    const one = content && kept.get(content);
    if (!one) return;
    waiting.delete(response);
    if (one.by > 1) return void kept.set(content, { ...one, by: one.by - 1 });
    kept.delete(content);
    sum -= one.bytes;
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

/** Counts the large answers that are made as a whole. */
export function limitWaitingAnswers(waiting: WaitingAnswers) {
  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    // Whoever has left needs no text made.
    if (!ctx.res.destroyed) waiting.add(ctx.res, wholeOf(ctx));
  };
}

/** Makes text of what would be made into text later on; empty for what is sent piece by piece. */
function wholeOf(ctx: Context): string | Uint8Array {
  const { body }: { readonly body?: unknown } = ctx;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  if (ctx.type !== 'application/json' || typeof body !== 'object' || body === null) return '';
  const text = JSON.stringify(body);
  ctx.body = text;
  return text;
}

function tooMuch(): HttpProblem {
  return new HttpProblem('too-many-streams', 'Too much of other answers waits for clients that do not take it.');
}
