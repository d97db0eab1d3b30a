/** Waits that tell how many there are. */

import { openWaits, type Waits } from '../../src/http/wait/waits.ts';

export interface CountingWaits extends Waits {
  waiting(): number;
}

export function openCountingWaits(): CountingWaits {
  const waits = openWaits();
  let count = 0;
  return {
    ...waits,
    begin(response, waitMs) {
      count += 1;
      response.once('close', () => (count -= 1));
      return waits.begin(response, waitMs);
    },
    waiting: () => count,
  };
}
