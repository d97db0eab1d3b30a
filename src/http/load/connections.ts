/** The connections of the server: which of them lie still, and what becomes of those that are too many. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Logger } from '../../logger.ts';
import { endSilent, type SilenceLimits } from './end-silent.ts';
import { tellRarely } from './tell-rarely.ts';
import { UNTAKEN_MS, watchUntaken } from './untaken.ts';

export interface Connections {
  /** Whether there was no place for the connection of this request. */
  isSurplus(request: IncomingMessage): boolean;
  /** Ends those over which no request is under way. Browsers open some in advance; to Node they are not idle. */
  endStill(): void;
}

export interface ConnectionLimits {
  readonly maxConnections: number;
  /** How long an answer may wait for its client where there are too many of them: five seconds unless it is said. */
  readonly untakenMs?: number;
  /** When the other end of a connection counts as gone: within a minute unless it is said. */
  readonly silence?: SilenceLimits;
}

/** So many more are taken in, only to be told that they are too many; those beyond find the connection closed. */
const SURPLUS = 100;

/** Whoever has just connected or been answered is about to ask. */
const SHORTLY_MS = 1000;

/**
 * One beyond the limit takes the place of the one that lies still for longest, or of one that does not take its answer;
 * where all are in use it has none.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, logger: Logger): Connections {
  const { maxConnections, untakenMs = UNTAKEN_MS, silence } = limits;
  const open = new Set<Socket>();
  const surplus = new WeakSet<Socket>();
  const still = trackStill(server);
  const untaken = watchUntaken(untakenMs);
  const watchSilence = endSilent(() => open, silence);
  const raise = 'MAX_CONNECTIONS';
  const tell = tellRarely(() => logger.warn({ maxConnections, raise }, 'http.too-many-connections'));
  server.maxConnections = maxConnections + SURPLUS;
  server.on('connection', (socket: Socket) => {
    // Of a client that has left by now nobody could say from where it came. Asked once, a socket knows its address also
    // when it is closed.
    if (socket.remoteAddress === undefined) return void socket.destroy();
    open.add(socket);
    watchSilence();
    socket.once('close', () => open.delete(socket));
    makeRoom();
    if (open.size <= maxConnections) return;
    surplus.add(socket);
    tell();
  });
  server.on('drop', makeRoom);
  return {
    isSurplus: ({ socket }) => surplus.has(socket),
    endStill: still.endAll,
  };

  function makeRoom(): void {
    while (open.size > maxConnections) {
      const ended = still.endOldest(SHORTLY_MS) ?? untaken.endOne(open);
      if (ended === null) return;
      open.delete(ended);
    }
  }
}

function trackStill(server: Server) {
  // Since when, the longest first.
  const still = new Map<Socket, number>();
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on('connection', (socket: Socket) => {
    still.set(socket, performance.now());
    socket.once('close', () => still.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    still.delete(socket);
    latest.set(socket, response);
    // Of several requests sent at once the answers come one after the other.
    response.once('close', () => {
      if (latest.get(socket) === response && !socket.destroyed) still.set(socket, performance.now());
    });
  });
  return {
    endAll: () => {
      for (const socket of still.keys()) socket.destroy();
    },
    /** The one that lay still for longest, and for so long; null where there was none. */
    endOldest(stillMs: number): Socket | null {
      const [[oldest, sinceMs] = [null, 0]] = still;
      if (oldest === null || performance.now() - sinceMs < stillMs) return null;
      still.delete(oldest);
      return oldest.destroy();
    },
  };
}
