/** Starts so many, so many at a time. */

export interface Starting {
  readonly count: number;
  readonly atOnce: number;
  /** Resolves once one has ended. */
  readonly start: (n: number) => Promise<unknown>;
}

/** How many a second. */
export async function startAll({ count, atOnce, start }: Starting): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const one = async () => {
    while (next < count) await start((next += 1));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return (count / (performance.now() - begun)) * 1000;
}
