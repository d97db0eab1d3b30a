/** What every part of the scripts room works with, made once when it opens. */

import type { Config } from '../config.ts';
import type { Reach } from '../failpoints/failpoint.ts';
import type { Logger } from '../logger.ts';
import type { Mask } from '../platform/mask-secrets.ts';
import type { LockPlace } from './lock/step-lock.ts';
import type { LockHolders } from './processes/lock-holders.ts';
import type { LiveProcess } from './processes/read-processes.ts';
import type { Launcher } from './start-launcher.ts';

export interface ScriptsRoom extends LockPlace {
  readonly config: ScriptsConfig;
  readonly launcher: Launcher;
  readonly logger: Logger;
  /** For what a script said last, and for the words in its record. */
  readonly mask: Mask;
  /** See lock-dir-id.ts. */
  readonly lockDirId: string;
  readonly place: string;
  readonly host: string;
  /** The flock program; null on a platform without one. */
  readonly flock: string | null;
  /** One look at all processes, shared by those who ask at the same time. */
  readonly readProcesses: () => Promise<readonly LiveProcess[]>;
  /** One look at all step locks of this host, shared in the same way. */
  readonly findLockHolders: () => Promise<LockHolders>;
  readonly reach?: Reach | undefined;
}

export type ScriptsConfig = Pick<Config, 'logDir' | 'lockDir' | 'scripts' | 'stepLogLimitBytes' | 'killGraceMs'>;
