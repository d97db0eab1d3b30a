/** What a caller sends to create a task. */

import { z } from 'zod';

import { objectRule } from './object-rule.ts';
import { taskIdSchema } from './task-id.ts';
import { nameSchema, scriptSchema } from './text.ts';

export const MOST_STEPS = 10_000;
export const MOST_SCRIPT_BYTES = 100_000;
const MOST_NAME_CHARACTERS = 255;

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
