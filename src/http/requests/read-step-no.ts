/** Reads the step number in the path. */

import type { RouterContext } from '@koa/router';

import { stepNoSchema } from '../schemas/step-no.ts';
import { checkSchema } from './check-schema.ts';

/** Throws `invalid-step-no`. */
export function readStepNo(ctx: RouterContext): number {
  return checkSchema('invalid-step-no', stepNoSchema, ctx.params['stepNo']);
}
