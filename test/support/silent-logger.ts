/** A logger that says nothing. */

import { createLogger } from '../../src/logger.ts';

export const silentLogger = createLogger('silent');
