/** Who holds a step lock, with the kernel as the judge of whether anybody does. */

import type { Remains } from './processes/end-processes.ts';
import type { ScriptsRoom } from './room.ts';
import { LOCKED_CODE, probeCommand } from './step-command.ts';

export async function findLockRemains(room: ScriptsRoom, lockPath: string): Promise<Remains> {
  if (room.flock === null) return { processes: [], unseen: false };
  const processes = (await room.findLockHolders()).get(lockPath) ?? [];
  if (processes.length > 0) return { processes, unseen: false };
  // Held by nobody who can be seen: in another container, or only for a moment by whoever asks the same.
  return { processes, unseen: !(await isFree(room, room.flock, lockPath)) };
}

async function isFree({ launcher }: ScriptsRoom, flock: string, lockPath: string): Promise<boolean> {
  const probe = probeCommand({ flock, lockPath });
  const { ended } = await launcher.start({ ...probe, dir: '/', environment: {}, log: null, attemptId: null });
  const { exitCode, signal } = await ended;
  if (exitCode === 0) return true;
  // A signal: another fence took the probe for a holder.
  if (exitCode === LOCKED_CODE || signal !== null) return false;
  throw new Error(`the step lock cannot be asked: flock ended with code ${exitCode}`);
}
