/** The number of a step, in the path. */

import { wholeNumber } from './whole-number.ts';

export const stepNoSchema = wholeNumber(0, 2_147_483_647).meta({
  description: 'The number of a step, as its task lists it.',
  example: 1,
});
