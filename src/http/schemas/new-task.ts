/** What a caller sends to create a task. */

import { z } from 'zod';

import { taskIdSchema } from './task-id.ts';
import { nameSchema, scriptSchema } from './text.ts';

export const MOST_STEPS = 10_000;
const MOST_SCRIPT_BYTES = 100_000;
const MOST_NAME_CHARACTERS = 255;

/** Of unknown members so many are named. */
const MOST_TOLD_KEYS = 5;

const newStepSchema = z.strictObject(
  { name: nameSchema(MOST_NAME_CHARACTERS), script: scriptSchema(MOST_SCRIPT_BYTES) },
  objectRule('must be an object with name and script'),
);

export const newTaskSchema = z
  .strictObject(
    {
      taskId: taskIdSchema.optional().meta({ description: 'Left out, one is made that sorts by time.' }),
      name: nameSchema(MOST_NAME_CHARACTERS),
      steps: z
        .array(newStepSchema, 'must be a list of steps')
        .min(1, 'must have at least one step')
        .max(MOST_STEPS, `must have at most ${MOST_STEPS} steps`)
        .meta({ description: 'Numbered from 1 in this order.' }),
    },
    objectRule('The body must be an object with name and steps'),
  )
  .meta({
    id: 'NewTask',
    example: {
      taskId: 'setup-shop',
      name: 'Set up the shop',
      steps: [
        { name: 'Folders', script: 'mkdir -p shop/data shop/log' },
        { name: 'Configuration', script: 'echo port=8081 > shop/settings' },
      ],
    },
  });

/** The words for a value that is no object, and for members that are unknown. */
function objectRule(rule: string) {
  return {
    error: (issue: z.core.$ZodRawIssue) => (issue.code === 'unrecognized_keys' ? `unknown: ${list(issue.keys)}` : rule),
  };
}

function list(keys: readonly string[]): string {
  const told = keys.slice(0, MOST_TOLD_KEYS).map((key) => JSON.stringify(key));
  const untold = keys.length - told.length;
  return [...told, ...(untold > 0 ? [`and ${untold} more`] : [])].join(', ');
}
