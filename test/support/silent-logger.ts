/** A logger that says nothing. */

import { createLogger } from '../../src/logger.ts';
import { mask } from './mask.ts';

export const silentLogger = createLogger('silent', mask);
