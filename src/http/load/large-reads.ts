/**
 * The reading of large tasks from the tables: one after the other, each for all who ask for the same, and after each as long
 * a rest for everything else.
 */

import { setTimeout } from 'node:timers/promises';

import { type Shared, shareWaiting } from '../../platform/share-waiting.ts';

export function openLargeReads(): Shared {
  let last: Promise<void> = Promise.resolve();
  return shareWaiting(async (work) => {
    const before = last;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    last = over;
    await before;
    const began = performance.now();
    try {
      return await work();
    } finally {
      setTimeout(performance.now() - began).then(resolve, resolve);
    }
  });
}
