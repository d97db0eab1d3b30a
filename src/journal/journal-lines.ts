/** The lines of a journal that tell of the run as a whole, as they are read back: whatever else is there is not believed. */

import { z } from 'zod';

const beginSchema = z.object({
  type: z.literal('begin'),
  startedAt: z.string(),
  by: z.string(),
  owner: z.string(),
  version: z.string(),
  firstStep: z.int().nullable(),
});

const endSchema = z.object({
  type: z.literal('end'),
  at: z.string(),
  end: z.string(),
  why: z.string().nullable(),
});

export type BeginLine = z.output<typeof beginSchema>;

export type EndLine = z.output<typeof endSchema>;

/** Null where it is no such line. */
export function parseBegin(line: string): BeginLine | null {
  return parseLine(beginSchema, line);
}

/** Null where it is no such line. */
export function parseEnd(line: string): EndLine | null {
  return parseLine(endSchema, line);
}

function parseLine<S extends z.ZodType>(schema: S, line: string): z.output<S> | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    // Cut in the middle.
    return null;
  }
}
