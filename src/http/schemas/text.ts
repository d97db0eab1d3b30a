/** Texts that can be stored and shown: well-formed Unicode, counted in characters as PostgreSQL counts them. */

import { z } from 'zod';

/** A name: one line of at most `most` characters. */
export function nameSchema(most: number) {
  return text(1, most)
    .refine((name) => !/\p{Cc}/u.test(name), 'must not contain control characters')
    .meta({ minLength: 1, maxLength: most });
}

/** A script: `most` bytes in UTF-8 at most. NUL cannot be stored, nor handed to a process. */
export function scriptSchema(most: number) {
  return z
    .string({ error: mustBeText })
    .min(1, 'must not be empty')
    .refine((script) => Buffer.byteLength(script) <= most, `must have at most ${most} bytes`)
    .refine((script) => !script.includes('\0'), 'must not contain NUL')
    .refine((script) => script.isWellFormed(), 'must be well-formed Unicode')
    .meta({ description: `A command line for /bin/sh, 1 to ${most} bytes in UTF-8, without NUL.` });
}

/** Well-formed text of `least` to `most` characters. */
export function text(least: number, most: number) {
  return z
    .string({ error: mustBeText })
    .refine((value) => hasLength(value, least, most), `must have ${least} to ${most} characters`)
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');
}

function mustBeText({ input }: { readonly input?: unknown }): string {
  return input === undefined ? 'is required' : 'must be a text';
}

function hasLength(value: string, least: number, most: number): boolean {
  // A character has one or two code units, so most texts that are too long need not be taken apart.
  if (value.length < least || value.length > 2 * most) return false;
  return Array.from(value).length <= most;
}
