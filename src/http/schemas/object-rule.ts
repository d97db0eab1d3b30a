/** What is said of a value that should be an object of certain members. */

import type { z } from 'zod';

/** Of unknown members so many are named. */
const MOST_TOLD_KEYS = 5;

/** The words for a value that is no object, and for members that are unknown. */
export function objectRule(rule: string) {
  return {
    error: (issue: z.core.$ZodRawIssue) => (issue.code === 'unrecognized_keys' ? `unknown: ${list(issue.keys)}` : rule),
  };
}

function list(keys: readonly string[]): string {
  const told = keys.slice(0, MOST_TOLD_KEYS).map((key) => JSON.stringify(key));
  const untold = keys.length - told.length;
  return [...told, ...(untold > 0 ? [`and ${untold} more`] : [])].join(', ');
}
