/** How long a read waits for something new. */

import { z } from 'zod';

import { wholeNumber } from './whole-number.ts';

const MOST_S = 60;

export const waitQuerySchema = z.strictObject({
  wait: wholeNumber(1, MOST_S)
    .optional()
    .meta({
      description: [
        `With If-None-Match: how many seconds, 1 to ${MOST_S}, to wait for something new before it is answered with 304.`,
        'It counts among MAX_STREAMS meanwhile.',
      ].join(' '),
      example: 1,
    }),
});
