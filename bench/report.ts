/** Says what was measured, in one line. */

/** @param times in ms; at least one. */
export function report(database: string, what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1);
  console.log(`${database}: ${what}: median ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms (${times.length})`);
}
