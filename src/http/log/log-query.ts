/** Which part of a log a caller wants. */

import { z } from 'zod';

import { wholeNumber } from '../schemas/whole-number.ts';

/** The most bytes a page of JSON holds. */
export const MOST_JSON_BYTES = 1024 * 1024;

export type LogQuery = z.output<typeof logQuerySchema>;

export const logQuerySchema = z
  .strictObject({
    offset: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'The first byte: the X-Log-Next-Offset of the answer before.', example: 0 }),
    limit: wholeNumber(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'How many bytes at most; for JSON 1 MiB at most.', example: 65_536 }),
    tail: wholeNumber(1, 1_000_000)
      .optional()
      .meta({ description: 'The last so many lines, at most 1 MiB.', example: 20 }),
    attempt: wholeNumber(1, 999_999_999).optional().meta({
      description: 'The log of this start of the step, counted from 1; of the last one where it is left out.',
      example: 1,
    }),
    follow: z.literal('true', 'must be true').optional().meta({
      description: 'Get what is written as server-sent events, until the step has ended.',
      example: 'true',
    }),
    download: z.literal('1', 'must be 1').optional().meta({ description: 'Have it saved as a file.', example: '1' }),
  })
  .refine(
    ({ tail, offset, limit }) => tail === undefined || (offset === undefined && limit === undefined),
    'tail cannot be combined with offset or limit',
  )
  .refine(
    ({ follow, limit, download }) => follow === undefined || (limit === undefined && download === undefined),
    'follow cannot be combined with limit or download',
  );
