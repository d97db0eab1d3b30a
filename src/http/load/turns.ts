/** Lets others be answered between large answers, of which any number may be asked for at once. */

import { setImmediate } from 'node:timers/promises';

export type Turn = () => Promise<void>;

/** Each call resolves in a turn of the event loop of its own. */
export function openTurns(): Turn {
  let last = Promise.resolve();
  return () => (last = last.then(() => setImmediate()));
}
