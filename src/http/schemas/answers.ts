/** The shapes of the answers: tasks, steps, snapshots. */

import { z } from 'zod';

const status = z.string().nullable().meta({
  description: 'PENDING, RUNNING, SUCCESS or FAILED; a stored status the service does not know is shown as it is.',
  example: 'RUNNING',
});
const time = z.string().nullable().meta({ format: 'date-time', example: '2026-03-10T08:00:00.000Z' });
const message = z.string().nullable().meta({ description: 'What there is to say about the status.' });
const totalSteps = z.int().min(0);
const successSteps = z.int().min(0).meta({ description: 'How many steps are SUCCESS.' });

export type TaskAnswer = z.output<typeof taskSchema>;

export const taskSchema = z
  .strictObject({
    taskId: z.string(),
    name: z.string(),
    status,
    active: z
      .boolean()
      .meta({ description: 'Whether a live instance holds the run now; RUNNING without it was interrupted.' }),
    owner: z.string().nullable().meta({ description: 'Which one: instance:pid:random.' }),
    totalSteps,
    successSteps,
    message,
    createdAt: time,
    updatedAt: time,
    startedAt: time.meta({ description: 'The first start ever.' }),
    finishedAt: time,
  })
  .meta({ id: 'Task' });

export type StepAnswer = z.output<typeof stepSchema>;

export const stepSchema = z
  .strictObject({
    stepNo: z.int32(),
    name: z.string(),
    script: z.string().nullable(),
    status,
    message,
    exitCode: z
      .int32()
      .nullable()
      .meta({ description: '128+n where signal n ended the script; null where there is none.' }),
    logPath: z.string().nullable(),
    startedAt: time,
    finishedAt: time,
    attempts: z.int().min(0).meta({ description: 'How often the step was started.' }),
  })
  .meta({ id: 'Step' });

export const taskPageSchema = z
  .strictObject({
    items: z.array(taskSchema),
    nextCursor: z.string().nullable().meta({ description: 'null on the last page.' }),
  })
  .meta({ id: 'TaskPage' });

export const snapshotSchema = z
  .strictObject({ taskId: z.string(), status, totalSteps, successSteps })
  .meta({ id: 'TaskSnapshot' });

export const executeAnswerSchema = z
  .strictObject({
    ...snapshotSchema.shape,
    started: z.boolean().meta({ description: 'Whether this call started a run.' }),
  })
  .meta({ id: 'InitTaskExecuteResponse' });
