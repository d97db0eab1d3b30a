/** Watches the log of a running process until it is larger than it may be. */

import type { FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

export interface Watch {
  readonly log: Pick<FileHandle, 'stat'>;
  readonly limitBytes: number;
  /** Aborts when the process has ended. */
  readonly signal: AbortSignal;
}

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** Faster than disks: a log so far from its limit need not be looked at sooner. A look costs 0.1 ms, and a thousand steps may run. */
const FASTEST_BYTES_A_MS = 2 * 1024 ** 2;

/** Whether it is; false once the process has ended, and where the file cannot be looked at any more. Never rejects. */
export async function watchLog({ log, limitBytes, signal }: Watch): Promise<boolean> {
  try {
    while (!signal.aborted) {
      const { size } = await log.stat();
      if (size > limitBytes) return !signal.aborted;
      await setTimeout(pauseMs(limitBytes - size), undefined, { signal, ref: false });
    }
    return false;
  } catch {
    // The end of the process, or of its disk.
    return false;
  }
}

function pauseMs(bytesLeft: number): number {
  return Math.min(Math.max(bytesLeft / FASTEST_BYTES_A_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}
