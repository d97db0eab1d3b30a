/** Opens the scripts room. */

import { hostname } from 'node:os';

import type { Reach } from '../failpoints/failpoint.ts';
import type { Logger } from '../logger.ts';
import type { Mask } from '../platform/mask-secrets.ts';
import { fenceStep } from './fence-step.ts';
import { findFlock } from './lock/find-flock.ts';
import { readLockDirId } from './lock/lock-dir-id.ts';
import { openLockDir } from './lock/open-lock-dir.ts';
import { type Sweeping, sweepLocks } from './lock/sweep-locks.ts';
import { makeLogDir } from './make-log-dir.ts';
import { findPlace } from './place.ts';
import { findLockHolders } from './processes/lock-holders.ts';
import { readProcesses } from './processes/read-processes.ts';
import { shareReads } from './processes/share-reads.ts';
import type { ScriptsConfig, ScriptsRoom } from './room.ts';
import type { Scripts } from './scripts.ts';
import type { Launcher } from './start-launcher.ts';
import { startScript } from './start-script.ts';

export interface ScriptsOptions {
  /** The opened room closes it; where the room cannot be opened, it stays with who began it. */
  readonly launcher: Launcher;
  readonly config: ScriptsConfig;
  /** Part of the names of the locks: steps of different databases have nothing to do with each other. */
  readonly databaseIdentity: string;
  readonly logger: Logger;
  readonly mask: Mask;
  readonly reach?: Reach | undefined;
}

/** Rejects with an Error of one clear line where scripts could not be run safely. */
export async function openScripts(options: ScriptsOptions): Promise<Scripts> {
  const { launcher, config, databaseIdentity, logger, mask, reach } = options;
  const [lockDir] = await Promise.all([
    openLockDir(config.lockDir),
    makeLogDir(config.logDir, logger),
    launcher.ready(),
  ]);
  const { environment } = config.scripts;
  const { flock, lockless } = await findFlock(lockDir, environment['PATH']);
  const host = hostname();
  const lockDirId = await readLockDirId(lockDir);
  const place = await findPlace(host, lockDirId);
  const room = { config, launcher, logger, mask, place, host, flock, lockDir, lockDirId, databaseIdentity, reach };
  launcher.onDeath((reason) => logger.error({ reason }, 'launcher.died'));
  const sweeping = flock === null ? null : sweepLocks({ flock, lockDir, environment, logger });
  const looks = {
    readProcesses: shareReads(readProcesses),
    findLockHolders: shareReads(() => findLockHolders(lockDir)),
  };
  return bind({ ...room, ...looks }, lockless, sweeping);
}

function bind(room: ScriptsRoom, lockless: string | null, sweeping: Sweeping | null): Scripts {
  return {
    place: room.place,
    lockless,
    start: (attempt) => startScript(room, attempt),
    fence: (step, logPath) => fenceStep(room, step, logPath),
    async close() {
      await Promise.all([sweeping?.close(), room.launcher.close()]);
    },
  };
}
