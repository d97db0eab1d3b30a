/** The listening server: its limits, and its end. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type Koa from 'koa';

import { answerUnreadable } from './unreadable.ts';
import { trackUnused, type UnusedConnections } from './unused-connections.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 lets the system choose one. */
  readonly port: number;
  readonly limits?: Partial<ServerLimits>;
}

export interface ServerLimits {
  /** From the first byte of a request to the last one of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the last one of its body. */
  readonly requestMs: number;
  /** How long a connection may lie still, also one that does not take its answer. */
  readonly stillMs: number;
  /** How long requests in flight may go on once the server closes. */
  readonly closeMs: number;
}

export interface HttpServer {
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  /** Takes no new connections, ends those that lie still, and waits for requests in flight, at most `closeMs`. */
  close(): Promise<void>;
}

const LIMITS: ServerLimits = { headersMs: 10_000, requestMs: 30_000, stillMs: 60_000, closeMs: 1000 };

/** Listens; rejects with an Error of one clear line. */
export async function listen(app: Koa, { host, port, limits }: ListenOptions): Promise<HttpServer> {
  const { closeMs, ...running } = { ...LIMITS, ...limits };
  const server = limitedServer(app, running);
  const unused = trackUnused(server);
  await bind(server, host, port);
  const { port: bound } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { port: bound, url: `http://${name}:${bound}`, close: () => close(server, unused, closeMs) };
}

function limitedServer(app: Koa, { headersMs, requestMs, stillMs }: Omit<ServerLimits, 'closeMs'>): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // How exactly the two are kept.
    connectionsCheckingInterval: Math.min(1000, headersMs),
    keepAliveTimeout: stillMs,
    // Node answers a missing Host without words; the application does it with a problem.
    requireHostHeader: false,
  });
  server.timeout = stillMs;
  const answer = app.callback();
  server.on('request', (request, response) => void answer(request, response));
  // An expectation nobody knows may be ignored, says RFC 9110; Node would answer without words.
  server.on('checkExpectation', (request, response) => void answer(request, response));
  answerUnreadable(server);
  return server;
}

async function bind(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(describe(error, host, port), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
}

function describe({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use already; set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} on ${host} may not be used by this user; set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine; set HOST to one that is.`;
  return `Cannot listen on port ${port} of ${host}: ${code}.`;
}

async function close(server: Server, unused: UnusedConnections, closeMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  unused.end();
  const patience = setTimeout(() => server.closeAllConnections(), closeMs);
  // close() ends the connections that lie still now; those that are busy follow as they become still.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(patience);
  clearInterval(sweep);
}
