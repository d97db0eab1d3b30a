/** The kinds of values that settings have: how each is written, and the words for one that is not. */

import { z } from 'zod';

/** Timers of Node end at 2^31 - 1 ms; a longer one would fire at once. */
const MOST_SECONDS = Math.floor((2 ** 31 - 1) / 1000);

export function wholeNumber(least: number, most: number) {
  const rule = `be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .pipe(z.number().min(least, rule).max(most, rule));
}

export function seconds() {
  const rule = `be a number of seconds from 0 to ${MOST_SECONDS}`;
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,3})?$/, rule)
    .transform(Number)
    .pipe(z.number().max(MOST_SECONDS, rule));
}

const BYTES_OF_UNIT: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 };

export function byteSize() {
  const rule = 'be a number of bytes such as 10GiB, 500MiB or 1048576, or 0 for no limit';
  return z
    .string()
    .regex(/^\d{1,15}([KMGT]iB)?$/, rule)
    .transform((text) => Number.parseInt(text, 10) * (BYTES_OF_UNIT[text.replace(/^\d+/, '')] ?? 1))
    .pipe(z.number().max(Number.MAX_SAFE_INTEGER, rule));
}

/** Items divided by commas. */
export function list(item: z.ZodString) {
  return z.string().transform(splitItems).pipe(z.array(item));
}

function splitItems(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
