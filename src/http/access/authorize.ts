/** Lets a caller on to a route, or says what is missing. */

import type { RouterContext, RouterMiddleware } from '@koa/router';

import { HttpProblem } from '../problems/http-problem.ts';
import { covers, type Role } from './role.ts';
import type { Token } from './token-file.ts';
import type { TokenBook } from './token-book.ts';

/** What a route asks for; `open`: nothing, for it holds no data. */
export type Access = Role | 'open';

/** By what name everybody is known where there are no tokens: somebody on this machine. */
const LOCAL = 'local';

/** What somebody on this machine may do where there are no tokens. */
const LOCAL_ROLE: Role = 'author';

/** So that a page offers nothing that would be refused. */
const ROLE_HEADER = 'X-Role';

const BEARER = /^Bearer +(?<token>[A-Za-z0-9._~+/-]+=*)$/i;

/** @param tokens null where nobody is asked who they are. */
export function authorize(access: Access, tokens: TokenBook | null): RouterMiddleware {
  return (ctx, next) => {
    if (access !== 'open') admit(ctx, access, tokens);
    if (access !== 'open' && tokens !== null) askAgain(ctx, access, tokens);
    return next();
  };
}

/** The name of whoever asks, on a route that is not open. */
export function callerOf(ctx: RouterContext): string {
  return ctx.state['caller'];
}

/** Throws `unauthorized` or `forbidden`. */
function admit(ctx: RouterContext, needed: Role, tokens: TokenBook | null): void {
  const token = tokens === null ? null : findToken(ctx, tokens);
  // Known from here on also where they are refused: the audit tells who tried.
  ctx.state['caller'] = token?.name ?? LOCAL;
  const role = token?.role ?? LOCAL_ROLE;
  ctx.set(ROLE_HEADER, role);
  if (token === null || covers(role, needed)) return;
  throw new HttpProblem('forbidden', `The token of ${token.name} has the role ${token.role}; this needs ${needed}.`, {
    headers: challenge(`, error="insufficient_scope", scope="${needed}"`),
  });
}

/** A stream may go on for days: it ends with the token by which it was begun. */
function askAgain(ctx: RouterContext, needed: Role, tokens: TokenBook): void {
  const forget = tokens.onReload(() => {
    const token = tokens.find(presentedBy(ctx) ?? '');
    if (token === null || !covers(token.role, needed)) ctx.res.destroy();
  });
  ctx.res.once('close', forget);
}

function findToken(ctx: RouterContext, tokens: TokenBook): Token {
  const given = ctx.get('Authorization');
  if (given === '') throw new HttpProblem('unauthorized', 'The request has no token.', { headers: challenge('') });
  const presented = presentedBy(ctx);
  const token = presented === undefined ? null : tokens.find(presented);
  if (token) return token;
  throw new HttpProblem('unauthorized', 'The token is not known here.', {
    headers: challenge(', error="invalid_token"'),
  });
}

function presentedBy(ctx: RouterContext): string | undefined {
  return BEARER.exec(ctx.get('Authorization'))?.groups?.['token'];
}

function challenge(error: string): Readonly<Record<string, string>> {
  return { 'WWW-Authenticate': `Bearer realm="tms-init"${error}` };
}
