/** What the routes have in common that change a step by hand. */

import type { z } from 'zod';

import type { Step } from '../../domain/rows.ts';
import { callerOf } from '../access/authorize.ts';
import { noteIntent } from '../access/audit.ts';
import { accept } from '../requests/accept.ts';
import { checkSchema } from '../requests/check-schema.ts';
import { readJsonBody } from '../requests/read-json-body.ts';
import { readQuery } from '../requests/read-query.ts';
import { readStepNo } from '../requests/read-step-no.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { noQuery } from '../schemas/no-query.ts';
import { MOST_STEP_BODY_BYTES } from '../schemas/step-change.ts';
import { presentStep } from '../tasks/present-step.ts';
import type { Route } from './route.ts';

/** Which step, and who wants it changed. */
interface Addressed {
  readonly taskId: string;
  readonly stepNo: number;
  readonly by: string;
}

/** @param change gives the step as it is then, or throws a Refusal. */
export function stepChange<Asked extends { readonly reason: string }>(
  rooms: Rooms,
  schema: z.ZodType<Asked>,
  change: (asked: Asked & Addressed) => Promise<Step<string | null>>,
): Route['handlers'] {
  const { turn, maxBodyBytes } = rooms;
  const limits = { turn, maxBodyBytes: Math.min(maxBodyBytes, MOST_STEP_BODY_BYTES), discardedBytes: maxBodyBytes };
  return [
    accept('application/json'),
    readJsonBody(limits),
    async (ctx) => {
      const taskId = await readTaskId(ctx, rooms);
      const stepNo = readStepNo(ctx);
      readQuery(ctx, noQuery);
      const asked = checkSchema('invalid-body', schema, ctx.request.body);
      noteIntent(ctx, { stepNo, reason: asked.reason });
      ctx.body = presentStep(await change({ ...asked, taskId, stepNo, by: callerOf(ctx) }), rooms.mask);
    },
  ];
}
