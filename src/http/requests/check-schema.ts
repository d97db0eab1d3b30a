/** Checks what a caller sent against a schema; a mismatch becomes a problem that says what was wrong where. */

import type { z } from 'zod';

import type { ProblemCode } from '../problems/catalogue.ts';
import { HttpProblem } from '../problems/http-problem.ts';

/** Enough for a person to mend, and short where ten thousand steps are wrong. */
const MOST_ISSUES = 5;

/** A caller may choose names of any length, which would come back. */
const MOST_CHARACTERS = 500;

export function checkSchema<S extends z.ZodType>(code: ProblemCode, schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new HttpProblem(code, describe(parsed.error.issues));
}

function describe(issues: readonly z.core.$ZodIssue[]): string {
  const told = issues.slice(0, MOST_ISSUES).map(({ path, message }) => {
    const where = path.length === 0 ? '' : `${path.map(String).join('.')}: `;
    return `${where}${message}`;
  });
  const untold = issues.length - told.length;
  return shorten([...told, ...(untold > 0 ? [`and ${untold} more`] : [])].join('; '));
}

function shorten(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}
