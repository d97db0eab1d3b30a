/** A proxy between the service and a server that makes the faults of a network. */

import { connect, createServer, type Server, type Socket } from 'node:net';

import { lastingPort } from './lasting-port.ts';

/**
 * `pass` both ways; `refuse` nobody listens, and connections there are get a reset; `cut` connections get a reset, new
 * ones too once they are made; `blackhole` everything is taken and nothing comes back, new connections included.
 */
export type ProxyMode = 'pass' | 'refuse' | 'cut' | 'blackhole';

export type LostPart = 'answer' | 'statement';

export interface TcpProxy {
  readonly port: number;
  set(mode: ProxyMode): Promise<void>;
  /**
   * The next statement whose text has `update` in it is lost, once: `answer` the server gets it whole and the answer is
   * cut off by a reset, `statement` only half of it gets through before the reset.
   */
  loseNext(part: LostPart): void;
  /** How many were lost so. */
  losses(): number;
  close(): Promise<void>;
}

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const left = new Set<Socket>();
  let mode: ProxyMode = 'pass';
  const isOpen = () => mode === 'pass';
  const losing: Losing = { next: null, count: 0 };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    if (mode === 'cut') return void client.resetAndDestroy();
    const upstream = connect(target.port, target.host);
    for (const socket of [client, upstream]) keep(socket, sockets);
    loseStatements(client, upstream, losing);
    relay(client, upstream, { isOpen, left });
    relay(upstream, client, { isOpen, left });
    client.resume();
  });
  const port = await lastingPort();
  await listen(server, port);
  return {
    port,
    loseNext(part) {
      losing.next = part;
    },
    losses: () => losing.count,
    async set(next) {
      mode = next;
      if (mode === 'refuse' || mode === 'cut') for (const socket of sockets) socket.resetAndDestroy();
      if (mode === 'refuse') await stopListening(server);
      if (mode !== 'refuse' && !server.listening) await listen(server, port);
      if (mode !== 'pass') return;
      for (const socket of left) socket.destroy();
      left.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await stopListening(server);
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
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

interface Losing {
  next: LostPart | null;
  count: number;
}

/** Comes before the relay, so that a statement is lost before it is passed on. */
function loseStatements(client: Socket, upstream: Socket, losing: Losing): void {
  client.on('data', (data) => {
    const part = losing.next;
    if (part === null || !data.includes('update ')) return;
    losing.next = null;
    losing.count += 1;
    const reset = () => [client, upstream].forEach((socket) => socket.resetAndDestroy());
    client.removeAllListeners('data');
    upstream.removeAllListeners('data');
    upstream.once('data', reset);
    upstream.write(part === 'answer' ? data : data.subarray(0, data.length / 2));
    if (part === 'statement') setImmediate(() => client.resetAndDestroy());
  });
}

interface Relaying {
  readonly isOpen: () => boolean;
  /** Those whose other side has closed meanwhile: once the network is back, whoever asks a dead end is told so. */
  readonly left: Set<Socket>;
}

function relay(from: Socket, to: Socket, { isOpen, left }: Relaying): void {
  from.on('data', (data) => {
    if (isOpen()) to.write(data);
  });
  from.on('close', () => {
    if (isOpen()) to.destroy();
    else left.add(to);
  });
}
