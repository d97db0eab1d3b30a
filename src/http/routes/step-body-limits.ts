/** How large the body may be that changes a step. */

import type { BodyLimits } from '../requests/read-json-body.ts';
import type { Rooms } from '../rooms.ts';
import { MOST_STEP_BODY_BYTES } from '../schemas/step-change.ts';

export function stepBodyLimits({ maxBodyBytes, turn }: Rooms): BodyLimits {
  return { turn, maxBodyBytes: Math.min(maxBodyBytes, MOST_STEP_BODY_BYTES), discardedBytes: maxBodyBytes };
}
