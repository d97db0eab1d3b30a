/** Connections over which no request has come yet. Browsers open them in advance; to Node they are not idle. */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface UnusedConnections {
  end(): void;
}

export function trackUnused(server: Server): UnusedConnections {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return {
    end() {
      for (const socket of unused) socket.destroy();
    },
  };
}
