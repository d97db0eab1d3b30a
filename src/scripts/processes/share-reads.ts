/** One look at all processes serves everybody who asked before it began: a look is dear when hundreds of scripts end at once. */

import { setTimeout } from 'node:timers/promises';

/** Whoever asks often gets looks that take half of the time at most: requests are answered on the same thread. */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let rested: Promise<void> = Promise.resolve();
  let next: Promise<T> | null = null;

  async function readAfterRest(): Promise<T> {
    await rested;
    next = null;
    const look = read();
    rested = restAfter(look);
    return look;
  }

  return () => (next ??= readAfterRest());
}

/** As long as the look takes. Its error belongs to those who asked for it. */
async function restAfter(look: Promise<unknown>): Promise<void> {
  const began = performance.now();
  await look.catch(() => undefined);
  await setTimeout(performance.now() - began);
}
