/** What a caller sends to execute a task: nothing, or where its run is to begin. */

import { z } from 'zod';

import { MOST_STEP_NO } from './step-no.ts';

export const executeBodySchema = z
  .strictObject(
    {
      fromStep: z
        .int('must be a step number')
        .min(0, 'must be a step number')
        .max(MOST_STEP_NO, 'must be a step number')
        .optional()
        .meta({
          description:
            'Run this step and all later ones, also those that are SUCCESS, which are set back to FAILED. Every step before it has to be SUCCESS.',
          example: 2,
        }),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'The body must be empty or an object') },
  )
  .optional()
  .meta({ description: 'Empty, {}, or where the run is to begin.', example: {} });
