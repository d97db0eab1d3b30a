/** A proxy between the service and a server that makes the faults of a network. */

import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `pass` both ways; `refuse` nobody listens, and connections there are get a reset; `cut` connections get a reset, new
 * ones too once they are made; `blackhole` everything is taken and nothing comes back, new connections included.
 */
export type ProxyMode = 'pass' | 'refuse' | 'cut' | 'blackhole';

export interface TcpProxy {
  readonly port: number;
  set(mode: ProxyMode): Promise<void>;
  close(): Promise<void>;
}

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: ProxyMode = 'pass';
  const isOpen = () => mode === 'pass';
  const server = createServer({ pauseOnConnect: true }, (client) => {
    if (mode === 'cut') return void client.resetAndDestroy();
    const upstream = connect(target.port, target.host);
    for (const socket of [client, upstream]) keep(socket, sockets);
    relay(client, upstream, isOpen);
    relay(upstream, client, isOpen);
    client.resume();
  });
  const port = await listen(server, 0);
  return {
    port,
    async set(next) {
      mode = next;
      if (mode === 'refuse' || mode === 'cut') for (const socket of sockets) socket.resetAndDestroy();
      if (mode === 'refuse') await stopListening(server);
      if (mode !== 'refuse' && !server.listening) await listen(server, port);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await stopListening(server);
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function stopListening(server: Server): Promise<void> {
  await new Promise((resolve) => void server.close(resolve));
}

function keep(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  // A reset is what this proxy is for; 'close' follows.
  socket.on('error', () => undefined);
}

function relay(from: Socket, to: Socket, isOpen: () => boolean): void {
  from.on('data', (data) => {
    if (isOpen()) to.write(data);
  });
  from.on('close', () => {
    if (isOpen()) to.destroy();
  });
}
