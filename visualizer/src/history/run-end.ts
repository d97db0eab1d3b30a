/** The ends of a run that the page has words for. */

const ENDS = ['succeeded', 'failed', 'alreadySucceeded', 'refused', 'abandoned', 'broken'] as const;

export type RunEnd = (typeof ENDS)[number];

export function isRunEnd(end: string): end is RunEnd {
  return ENDS.some((known) => known === end);
}
