/** Counts how values spread over buckets. It costs an addition a value: how it is shown is for whoever reads it. */

export interface Histogram {
  observe(value: number): void;
  read(): Distribution;
}

export interface Distribution {
  /** The upper bounds of the buckets, rising; each takes what is equal to it. */
  readonly bounds: readonly number[];
  /** Of each bucket by itself, and at the end what is above all bounds. */
  readonly counts: readonly number[];
  readonly sum: number;
}

export function openHistogram(bounds: readonly number[]): Histogram {
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  let sum = 0;
  return {
    observe(value) {
      const found = bounds.findIndex((bound) => value <= bound);
      const bucket = found === -1 ? bounds.length : found;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += value;
    },
    read: () => ({ bounds, counts: [...counts], sum }),
  };
}
