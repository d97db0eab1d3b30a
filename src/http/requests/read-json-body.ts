/** Reads the body of a request as JSON: its type, its compression, its size, its encoding, its syntax. */

import type { IncomingMessage } from 'node:http';

import type { Context, Middleware, Next } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';

import { HttpProblem } from '../problems/http-problem.ts';
import type { Rooms } from '../rooms.ts';
import { MOST_STEPS } from '../schemas/new-task.ts';
import { checkContentType } from './content-type.ts';
import { discardBody } from './discard-body.ts';
import { findPassedBound, type JsonBounds } from './json-bounds.ts';

const BOUNDS: JsonBounds = {
  /** The deepest body of the API is an object of a list of objects. */
  depth: 32,
  /** Each step counts three: itself and its two members. With room for some more, the schema says what is wrong with it. */
  values: 5 * MOST_STEPS,
};

const TOO_MUCH = { depth: 'The body is nested too deeply.', values: 'The body has too many values.' } as const;

export interface BodyLimits extends Pick<Rooms, 'maxBodyBytes' | 'turn'> {
  /** How much of a body that is refused is still read, so that its client sees why. */
  readonly discardedBytes?: number;
}

/** It would leave the body of a DELETE unread. */
const METHODS = [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.DELETE];

/** Smaller ones are parsed in no time. */
const LARGE_BYTES = 64 * 1024;

/**
 * The value is in `ctx.request.body`; undefined where the body is empty. koa-body counts, inflates and limits; it hands
 * over the bytes as they are (`binary`: one character a byte), because it would mend broken UTF-8 silently.
 */
export function readJsonBody({ maxBodyBytes, turn, discardedBytes = maxBodyBytes }: BodyLimits): Middleware {
  const readBytes = koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: ['application/json'],
    textLimit: maxBodyBytes,
    encoding: 'binary',
    parsedMethods: METHODS,
    onError: (error) => {
      throw bodyProblem(error, maxBodyBytes);
    },
  });
  return async (ctx: Context, next: Next) => {
    await checkContentType(ctx.req);
    try {
      checkLength(ctx.req, maxBodyBytes);
      await readBytes(ctx, async () => {});
    } catch (error) {
      await discardBody(ctx.req, discardedBytes);
      throw error;
    }
    const { body } = ctx.request;
    if (typeof body === 'string' && body.length > LARGE_BYTES) await turn();
    ctx.request.body = parse(body);
    await next();
  };
}

/** koa-body takes only the lower 32 bits of an announced length, and would wait for a body that it will refuse. */
function checkLength({ headers }: IncomingMessage, maxBodyBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
}

function tooLarge(maxBodyBytes: number): HttpProblem {
  return new HttpProblem('payload-too-large', `A body has at most ${maxBodyBytes} bytes.`);
}

function bodyProblem(error: Error, maxBodyBytes: number): HttpProblem {
  const { status, type } = error as Error & { readonly status?: number; readonly type?: string };
  if (status === 413) return tooLarge(maxBodyBytes);
  if (status === 415) return unknownEncoding();
  if (type?.startsWith('request.'))
    return new HttpProblem('malformed-request', 'The body did not arrive as announced.');
  // What is left are the complaints of zlib, which come without a status.
  return new HttpProblem('invalid-encoding', 'The body is not what its Content-Encoding says.', { cause: error });
}

function unknownEncoding(): HttpProblem {
  return new HttpProblem('unsupported-media-type', 'The Content-Encoding is not gzip, deflate or br.', {
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  });
}

function parse(bytes: unknown): ReturnType<typeof JSON.parse> {
  if (typeof bytes !== 'string' || bytes === '') return undefined;
  const text = decode(Buffer.from(bytes, 'binary'));
  const passed = findPassedBound(text, BOUNDS);
  if (passed) throw new HttpProblem('invalid-body', TOO_MUCH[passed]);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpProblem('invalid-json', `The body is not JSON: ${place(error)}.`, { cause: error });
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new HttpProblem('invalid-json', 'The body is not UTF-8.', { cause: error });
  }
}

/** The parser's message repeats a part of the body, which may hold a secret; only the position is passed on. */
function place(error: unknown): string {
  const position = /at position \d+/.exec(String(error))?.[0];
  return position ? `unexpected ${position}` : 'it ends too early or has characters that do not belong there';
}
