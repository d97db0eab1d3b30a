/** The number of a step, in the path. */

import { wholeNumber } from './whole-number.ts';

export const MOST_STEP_NO = 2_147_483_647;

export const stepNoSchema = wholeNumber(0, MOST_STEP_NO).meta({
  description: 'The number of a step, as its task lists it.',
  example: 1,
});
