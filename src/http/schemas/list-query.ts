/** Which tasks a caller wants listed. */

import { z } from 'zod';

import { decodeCursor } from './cursor.ts';
import { nameSchema } from './text.ts';
import { wholeNumber } from './whole-number.ts';

const MOST_ITEMS = 200;
const DEFAULT_ITEMS = 50;

/** As many characters as a name may have. */
const MOST_PREFIX = 255;

export const listQuerySchema = z.strictObject({
  status: nameSchema(64).optional().meta({
    description: 'Only tasks of this status: PENDING, RUNNING, SUCCESS, FAILED, or whatever the rows hold.',
    example: 'FAILED',
  }),
  q: nameSchema(MOST_PREFIX)
    .optional()
    .meta({ description: 'Only tasks whose id or name begins with this, spelled exactly.', example: 'setup' }),
  active: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((active) => active === 'true')
    .optional()
    .meta({ description: 'Only tasks that a live instance runs now, or only the others.', example: 'true' }),
  limit: wholeNumber(1, MOST_ITEMS)
    .default(DEFAULT_ITEMS)
    .meta({ description: `How many tasks a page holds, 1 to ${MOST_ITEMS}.`, example: 20 }),
  cursor: z
    .string()
    .transform((cursor, context) => {
      const position = decodeCursor(cursor);
      if (position === null) context.addIssue('must be the nextCursor of an earlier page');
      return position;
    })
    .optional()
    .meta({ description: 'The nextCursor of the page before.' }),
});
