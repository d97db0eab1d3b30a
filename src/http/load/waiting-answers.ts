/** How much of the answers may wait in memory for clients that take them slowly, or not at all. */

import type { ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';

/** A small part of the memory that Node.js uses at most on any machine of today. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Smaller ones are bounded by MAX_CONNECTIONS well enough. */
const LARGE_BYTES = 64 * 1024;

const MOST_BYTES_A_CHARACTER = 3;

const EMPTY = new Uint8Array();

/** Longer than a client needs that wants its answer. */
const PATIENCE_MS = 5000;

export interface WaitingAnswers {
  /**
   * Counts what is about to be sent, if it is large, until the returned function is called or the response closes. Bytes that
   * several wait for count once. Where all are too much together, the one that has waited for longest makes room with its
   * connection, if it had its time. Throws `too-many-streams` where it had not.
   */
  add(response: ServerResponse, content: Uint8Array): () => void;
}

interface Waiting {
  readonly content: Uint8Array;
  readonly sinceMs: number;
}

interface Kept {
  readonly bytes: number;
  readonly by: number;
}

export function openWaitingAnswers(mostBytes = MOST_BYTES, patienceMs = PATIENCE_MS): WaitingAnswers {
  // The longest first.
  const waiting = new Map<ServerResponse, Waiting>();
  const kept = new Map<Uint8Array, Kept>();
  let sum = 0;
  return {
    add(response, content) {
      const bytes = content.length;
      if (bytes < LARGE_BYTES) return () => undefined;
      if (!kept.has(content)) makeRoom(bytes);
      keep(content, bytes);
      waiting.set(response, { content, sinceMs: performance.now() });
      response.once('close', () => remove(response));
      return () => remove(response);
    },
  };

  function keep(content: Uint8Array, bytes: number): void {
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

/** Makes bytes of what would be made into bytes later on, so that these are counted; empty for what is sent piece by piece. */
function wholeOf(ctx: Context): Uint8Array {
  const { body }: { readonly body?: unknown } = ctx;
  if (Buffer.isBuffer(body)) return body;
  const text = textOf(ctx, body);
  if (text.length * MOST_BYTES_A_CHARACTER < LARGE_BYTES) return EMPTY;
  const bytes = Buffer.from(text);
  ctx.body = bytes;
  return bytes;
}

function textOf(ctx: Context, body: unknown): string {
  if (typeof body === 'string') return body;
  if (ctx.type !== 'application/json' || typeof body !== 'object' || body === null) return '';
  const text = JSON.stringify(body);
  ctx.body = text;
  return text;
}

function tooMuch(): HttpProblem {
  return new HttpProblem('too-many-streams', 'Too much of other answers waits for clients that do not take it.');
}
