/** The shape of a plan: what execute would do now. */

import { z } from 'zod';

const plannedStepSchema = z
  .strictObject({
    stepNo: z.int32(),
    action: z.enum(['skip', 'reset-and-run', 'run']).meta({
      description:
        'reset-and-run: what an interrupted attempt left is ended and the step set to FAILED before it is run again.',
    }),
    why: z.string().meta({ description: 'In words.' }),
  })
  .meta({ id: 'PlannedStep' });

export const planSchema = z
  .strictObject({
    canExecute: z.boolean().meta({ description: 'Whether execute would start a run.' }),
    reason: z.string().nullable().meta({ description: 'Why it would not, in words; null where it would.' }),
    steps: plannedStepSchema.array().meta({
      description: 'In the order in which they are met; a run ends at the first that fails. Empty where none is.',
    }),
  })
  .meta({ id: 'Plan' });
