/** Lets others be answered between large pages, of which any number may be asked for at once. */

import { setImmediate } from 'node:timers/promises';

export type PageTurns = () => Promise<void>;

/** Each call resolves in a turn of the event loop of its own. */
export function openPageTurns(): PageTurns {
  let last = Promise.resolve();
  return () => (last = last.then(() => setImmediate()));
}
