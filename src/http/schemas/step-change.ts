/** What a caller sends to change a step by hand. */

import { z } from 'zod';

import { MOST_SCRIPT_BYTES } from './new-task.ts';
import { objectRule } from './object-rule.ts';
import { nameSchema, scriptSchema } from './text.ts';

const MOST_REASON_CHARACTERS = 500;

/** A byte of a script is written as six characters at most. */
export const MOST_STEP_BODY_BYTES = 1024 * 1024;

const reasonSchema = nameSchema(MOST_REASON_CHARACTERS)
  .refine((reason) => reason.trim() !== '', 'must not be blank')
  .meta({
    description: `Why, in one line of 1 to ${MOST_REASON_CHARACTERS} characters: it becomes the message of the step and stands in the log of the service.`,
    example: 'the disk was full',
  });

export const mendingSchema = z
  .strictObject(
    { script: scriptSchema(MOST_SCRIPT_BYTES), reason: reasonSchema },
    objectRule('The body must be an object with script and reason'),
  )
  .meta({ id: 'Mending', example: { script: 'mkdir -p shop/data', reason: 'the folder may be there already' } });

export const resolutionSchema = z
  .strictObject(
    { status: z.enum(['SUCCESS', 'FAILED'], 'must be SUCCESS or FAILED'), reason: reasonSchema },
    objectRule('The body must be an object with status and reason'),
  )
  .meta({ id: 'Resolution', example: { status: 'SUCCESS', reason: 'created by hand' } });
