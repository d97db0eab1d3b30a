/** Reads the task id in the path. */

import type { RouterContext } from '@koa/router';

import { Refusal } from '../../domain/refusal.ts';
import type { Rooms } from '../rooms.ts';
import { taskIdSchema } from '../schemas/task-id.ts';
import { checkSchema } from './check-schema.ts';

/** Throws `invalid-task-id`; for an id that cannot be used although an adopted table has it, `task-data-invalid`. */
export async function readTaskId(ctx: RouterContext, { persistence }: Pick<Rooms, 'persistence'>): Promise<string> {
  const given = ctx.params['taskId'] ?? '';
  // Checked when it was noted for the audit.
  if (ctx.state['taskId'] === given) return given;
  if (!taskIdSchema.safeParse(given).success && canBeStored(given) && (await persistence.readSummary(given))) {
    throw new Refusal('task-data-invalid', 'The task has an id that the API cannot address.', {
      reason: 'unusable-task-id',
      taskId: given,
    });
  }
  const taskId = checkSchema('invalid-task-id', taskIdSchema, given);
  ctx.state['taskId'] = taskId;
  return taskId;
}

function canBeStored(taskId: string): boolean {
  return taskId.length <= 128 && !taskId.includes('\0');
}
