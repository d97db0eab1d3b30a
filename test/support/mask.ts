/** A mask that knows no secret of its own, only what secrets look like. */

import { createMask } from '../../src/platform/mask-secrets.ts';

export const mask = createMask([]);
