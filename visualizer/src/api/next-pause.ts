/** How long to wait before the service is asked again. */

import { connection, retryAfterMs } from '../session/connection.ts';
import { isTokenAsked } from '../session/token.ts';

/** @param everyMs where nothing is wrong. Gives null where only something new helps, which ends all pauses. */
export function nextPauseMs(everyMs: number): number | null {
  // Asking again without a token would be refused again.
  if (isTokenAsked.peek()) return null;
  return connection.peek().isLost ? retryAfterMs() : everyMs;
}
