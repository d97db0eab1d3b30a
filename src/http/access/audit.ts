/** Writes one log line for each change that was asked for: who, what, from where, and what came of it. */

import type { RouterContext, RouterMiddleware } from '@koa/router';
import type { Context, Middleware } from 'koa';

import type { Logger } from '../../logger.ts';
import { isReading } from '../requests/is-reading.ts';
import { requestPath } from '../requests/request-path.ts';
import { taskIdSchema } from '../schemas/task-id.ts';

/** Also of what is refused before anybody knows what it is, and whether or not the caller waits for the answer. */
export function audit(logger: Logger): Middleware {
  return async (ctx, next) => {
    await next();
    if (isReading(ctx.method)) return;
    const from = ctx.req.socket.remoteAddress;
    logger.info({ ...whatOf(ctx), from, ...outcomeOf(ctx) }, 'audit');
  };
}

/** Says what is asked for, before it is found out who asks. @param operation as the description of the API names it. */
export function noteOperation(operation: string): RouterMiddleware {
  return async (ctx, next) => {
    ctx.state['operation'] = operation;
    const taskId = taskIdSchema.safeParse(ctx.params['taskId']);
    if (taskId.success) ctx.state['taskId'] = taskId.data;
    await next();
  };
}

/** What somebody wants to do to which step, and why. */
export interface Intent {
  readonly stepNo?: number;
  readonly fromStep?: number;
  readonly reason?: string;
}

/** For when it is known what is asked for. */
export function noteIntent(ctx: RouterContext, intent: Intent): void {
  ctx.state['intent'] = intent;
}

/** Enough to recognise it by. */
const MOST_PATH = 200;

function whatOf({ state, method, req }: Context) {
  const operation: unknown = state['operation'];
  return operation === undefined ? { method, path: requestPath(req).slice(0, MOST_PATH) } : { operation };
}

function outcomeOf({ state, status }: Context) {
  return {
    // Whoever has no token, or a wrong one, has no name.
    who: state['caller'] ?? null,
    taskId: state['taskId'] ?? null,
    requestId: state['requestId'],
    ...state['intent'],
    status,
  };
}
