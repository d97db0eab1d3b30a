/** Whether a caller has what it asks for already, as its If-None-Match says. */

import type { Context } from 'koa';

/**
 * The weak comparison of RFC 9110. Koa's own also looks at Cache-Control, which speaks to caches, and which `fetch` sets
 * to `no-cache` wherever a caller sends a tag.
 * @param tag with its quotes
 */
export function hasAlready(ctx: Context, tag: string): boolean {
  const given = ctx.get('If-None-Match');
  return given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
