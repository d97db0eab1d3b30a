/** The shapes of a run of the past or present, as its journal tells of it. */

import { z } from 'zod';

const time = z.string().nullable().meta({ format: 'date-time', example: '2026-03-10T08:00:00.000Z' });

export type RunAnswer = z.output<typeof runSchema>;

export const runSchema = z
  .strictObject({
    run: z
      .string()
      .meta({ description: 'Its id, which sorts by time.', example: '0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' }),
    startedAt: time,
    by: z.string().nullable().meta({ description: 'Who started it: a name, or recovery.' }),
    owner: z.string().nullable().meta({ description: 'The instance that had it: instance:pid:random.' }),
    version: z.string().nullable().meta({ description: 'Of that instance.' }),
    firstStep: z.int().nullable().meta({ description: 'The step at which it began.' }),
    endedAt: time.meta({ description: 'null while it goes on, and where the instance that had it died.' }),
    end: z.string().nullable().meta({
      description: 'succeeded, failed, alreadySucceeded (only the task was left to be stored), abandoned or broken.',
    }),
    why: z.string().nullable().meta({ description: 'Why it did not end well, in words.' }),
  })
  .meta({ id: 'Run' });
