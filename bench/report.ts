/** Says what was measured, in one line. */

import { loadavg } from 'node:os';

/** @param times in ms; at least one. */
export function report(database: string, what: string, times: readonly number[]): void {
  const at = (share: number) => shareOf(times, share).toFixed(1);
  console.log(
    `${database}: ${what}: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)} ms (${times.length})`,
  );
}

/** The figure below which this share of all figures is: 0.5 gives the median. */
export function shareOf(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) * share)] ?? Number.NaN;
}

/** How busy the machine is: a figure says little without. */
export function load(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`;
}
