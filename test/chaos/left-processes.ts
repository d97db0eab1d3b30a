/** To which attempt a process belongs. */

import { readFileSync } from 'node:fs';

/** Null where it has ended or carries none. */
export function attemptIdOf(pid: number): string | null {
  try {
    return /ATTEMPT_ID=([0-9a-f]{16})/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))?.[1] ?? null;
  } catch {
    return null;
  }
}
