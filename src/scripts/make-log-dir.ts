/** The folder of all logs: made where it is missing, for this user and its group. */

import type { Logger } from '../logger.ts';
import { findExposure } from '../platform/exposed-folder.ts';
import { makeFolder } from '../platform/make-folder.ts';

const MODE = 0o750;

/** Throws an Error with one clear line. */
export async function makeLogDir(logDir: string, logger: Logger): Promise<void> {
  try {
    await makeFolder(logDir, MODE);
    const exposure = await findExposure('LOG_DIR', logDir);
    if (exposure) logger.warn(exposure, 'folder.exposed');
  } catch (error) {
    throw new Error(`LOG_DIR ${logDir} cannot be made: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}
