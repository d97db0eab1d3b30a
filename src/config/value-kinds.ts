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

/** 0 stands for no limit. */
export function byteSize() {
  return size('be a number of bytes such as 10GiB, 500MiB or 1048576, or 0 for no limit', 0, Number.MAX_SAFE_INTEGER);
}

export function sizeWithin(least: number, most: number) {
  return size(`be a number of bytes from ${least} to ${most}, such as 64KiB or 8MiB`, least, most);
}

function size(rule: string, least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,15}([KMGT]iB)?$/, rule)
    .transform((text) => Number.parseInt(text, 10) * (BYTES_OF_UNIT[text.replace(/^\d+/, '')] ?? 1))
    .pipe(z.number().min(least, rule).max(most, rule));
}

const NAME = /^(?!-)[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*$/;

/** In small letters, as names of hosts are compared. */
export function hostName() {
  return z
    .string()
    .regex(NAME, 'hold names of hosts without ports, divided by commas, such as init.example.org')
    .toLowerCase();
}

/** As browsers write it: no path, no usual port. */
export function origin() {
  const rule = 'hold origins, divided by commas, such as https://tools.example.org';
  return z.string().refine((text) => /^https?:/.test(text) && URL.parse(text)?.origin === text, rule);
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
