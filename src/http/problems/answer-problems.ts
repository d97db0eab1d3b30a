/** Turns whatever is thrown while a request is answered into a problem document. */

import type { Context, Middleware, Next } from 'koa';

import type { Logger } from '../../logger.ts';
import type { Rooms } from '../rooms.ts';
import { requestPath } from '../requests/request-path.ts';
import { ClientLeft } from './client-left.ts';
import { PROBLEM_TYPE } from './problem-document.ts';
import { type ProblemAnswer, translate } from './translate.ts';

export function answerProblems({ logger, mask }: Pick<Rooms, 'logger' | 'mask'>): Middleware {
  return async (ctx: Context, next: Next) => {
    // Set for every answer; what the routes set was meant for another one.
    const general = ctx.res.getHeaderNames();
    try {
      await next();
    } catch (error) {
      if (error instanceof ClientLeft) return;
      const answer = translate(error, mask, { instance: requestPath(ctx.req), taskId: ctx.state['taskId'] });
      for (const name of ctx.res.getHeaderNames()) if (!general.includes(name)) ctx.remove(name);
      write(ctx, answer);
      report(logger, ctx, answer, error);
    }
  };
}

function write(ctx: Context, { document, headers }: ProblemAnswer): void {
  ctx.status = document.status;
  ctx.set({ ...headers, 'Cache-Control': 'no-store' });
  // What was not read of the body would be taken for the next request.
  if (!ctx.req.complete) ctx.set('Connection', 'close');
  ctx.body = JSON.stringify(document);
  ctx.type = PROBLEM_TYPE;
}

function report(logger: Logger, ctx: Context, { code, document }: ProblemAnswer, error: unknown): void {
  const facts = { requestId: ctx.state['requestId'], method: ctx.method, path: document.instance, code };
  if (code === 'internal') logger.error({ ...facts, err: error }, 'http.failed');
  else if (document.status >= 500) logger.warn({ ...facts, cause: causeOf(error) }, 'http.refused');
}

/** What was behind a refusal, in words: a stack would only say where it was refused. */
function causeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? cause.message : undefined;
}
