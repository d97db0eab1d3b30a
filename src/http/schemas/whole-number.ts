/** A whole number in plain digits, as query parameters hold it. */

import { z } from 'zod';

export function wholeNumber(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z
    .string(rule)
    .regex(/^(?:0|[1-9]\d{0,15})$/, rule)
    .transform(Number)
    .pipe(z.number().min(least, rule).max(most, rule))
    .meta({ override: { type: 'integer', minimum: least, maximum: most } });
}
