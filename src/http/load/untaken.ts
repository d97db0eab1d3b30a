/** Connections whose clients do not take what they asked for: to Node they are in use, for as long as a minute. */

import type { Socket } from 'node:net';

/** Longer than a client needs for the next piece that waits for it. */
export const UNTAKEN_MS = 5000;

interface Look {
  readonly atMs: number;
  readonly takenBytes: number;
}

export function watchUntaken(untakenMs: number) {
  const looks = new WeakMap<Socket, Look>();
  return {
    /** Ends one that has something waiting of which nothing was taken since a look that is long past; null for none. */
    endOne(sockets: Iterable<Socket>): Socket | null {
      const now = performance.now();
      // All are looked at, also behind one that is found: the next call needs to know since when they wait.
      let untaken: Socket | null = null;
      for (const socket of sockets) if (isUntaken(socket, now)) untaken ??= socket;
      return untaken?.destroy() ?? null;
    },
  };

  function isUntaken(socket: Socket, now: number): boolean {
    const takenBytes = socket.bytesWritten - socket.writableLength;
    const look = looks.get(socket);
    if (socket.writableLength > 0 && look?.takenBytes === takenBytes) return now - look.atMs >= untakenMs;
    looks.set(socket, { atMs: now, takenBytes });
    return false;
  }
}
