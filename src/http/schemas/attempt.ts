/** The shape of an attempt, one start of one step's script. */

import { z } from 'zod';

const time = z.string().nullable().meta({ format: 'date-time', example: '2026-03-10T08:00:00.000Z' });

export type AttemptAnswer = z.output<typeof attemptSchema>;

export const attemptSchema = z
  .strictObject({
    attempt: z.int().min(1).meta({ description: 'Counted from 1; what the log of a step takes as ?attempt.' }),
    attemptId: z.string().nullable().meta({ description: 'The ATTEMPT_ID that its script was given.' }),
    host: z.string().nullable().meta({ description: 'The name of the host that ran it.' }),
    place: z
      .string()
      .nullable()
      .meta({ description: 'The same for attempts on one host between two boots, with one LOCK_DIR.' }),
    pid: z.int().nullable().meta({ description: 'Of the leader of its process group; null where none was started.' }),
    startedAt: time,
    endedAt: time.meta({ description: 'null while it runs, and where its end was not recorded.' }),
    exitCode: z.int().nullable().meta({ description: 'null where a signal ended the script.' }),
    signal: z.string().nullable().meta({ example: 'SIGTERM' }),
    cause: z
      .string()
      .nullable()
      .meta({ description: 'Why it did not end well, in words; null where it did, and while it runs.' }),
    hasLog: z.boolean().meta({ description: 'Whether its log is there to be read.' }),
    record: z.enum(['whole', 'missing', 'torn', 'not-a-file', 'unreadable']).meta({
      description: 'The file beside the log from which this was read. Without a whole one, what it would tell is null.',
    }),
  })
  .meta({ id: 'Attempt' });
