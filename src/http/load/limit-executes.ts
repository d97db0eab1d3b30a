/**
 * How often a caller may execute. An execute that joins a run does not count, here or elsewhere, and is never refused for
 * it: whoever asks again is told that it runs. Every other one counts, also one that is refused, for it costs reads.
 */

import type { RouterContext } from '@koa/router';

import type { ExecuteAnswer } from '../../actors/runs.ts';
import { callerOf } from '../access/authorize.ts';
import type { Rooms } from '../rooms.ts';
import { callerAddress } from './caller-address.ts';
import { tooManyRequests } from './too-many-requests.ts';

/** Throws `too-many-requests`. */
export async function limitExecutes(
  { supervisor, persistence, rates, tokens }: Pick<Rooms, 'supervisor' | 'persistence' | 'rates' | 'tokens'>,
  { ctx, taskId }: { readonly ctx: RouterContext; readonly taskId: string },
  execute: () => Promise<ExecuteAnswer>,
): Promise<ExecuteAnswer> {
  if (rates.execute === null || supervisor.joins(taskId)) return execute();
  const taken = rates.execute.take(tokens === null ? callerAddress(ctx.req) : callerOf(ctx));
  if (taken.retryAfterS !== null) {
    const owners = await persistence.claims.findOwners([taskId]);
    if (!owners.has(taskId)) throw tooManyRequests('Too many executes came from this caller.', taken.retryAfterS);
  }
  const answer = await execute();
  // It ran elsewhere, or began meanwhile.
  if (answer.state === 'running') taken.giveBack();
  return answer;
}
