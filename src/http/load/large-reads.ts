/**
 * The reading of large tasks from the tables: one after the other, each for all who ask for the same, and after each as long
 * a rest for everything else. Who waits for too long is refused like any reader whose time is up.
 */

import { setTimeout } from 'node:timers/promises';

import { openPlaces } from '../../persistence/places.ts';
import { type Shared, shareWaiting } from '../../platform/share-waiting.ts';

/** A read that takes longer has waited for the database. */
const LONGEST_REST_MS = 500;

export function openLargeReads(): Shared {
  const place = openPlaces(1);
  return shareWaiting(<T>(work: () => Promise<T>) => {
    const { promise: answer, resolve, reject } = Promise.withResolvers<T>();
    const workAndRest = async () => {
      const began = performance.now();
      await work().then(resolve, reject);
      await setTimeout(Math.min(performance.now() - began, LONGEST_REST_MS));
    };
    place(workAndRest).catch(reject);
    return answer;
  });
}
