/** The listening server: its limits, and its end. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type Koa from 'koa';

import type { HttpLimits } from '../config/http-config.ts';
import type { Logger } from '../logger.ts';
import { type ConnectionLimits, type Connections, limitConnections } from './load/connections.ts';
import { limitUnanswered } from './load/limit-unanswered.ts';
import { answerInTurn } from './load/answer-in-turn.ts';
import { refuseSurplus } from './load/refuse-surplus.ts';
import { MOST_HEADERS } from './requests/check-message.ts';
import { requestPath } from './requests/request-path.ts';
import { HEALTH_PATHS } from './routes/health.ts';
import { answerUnreadable } from './unreadable.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 lets the system choose one. */
  readonly port: number;
  readonly limits: ServerLimits;
  readonly logger: Logger;
}

type RequestLimits = Pick<HttpLimits, 'maxHeaderBytes' | 'headersMs' | 'requestMs'> & ConnectionLimits;

export interface ServerLimits extends RequestLimits {
  /** How long a connection may lie still, also one that does not take its answer: a minute unless it is said. */
  readonly stillMs?: number;
  /** How long requests in flight may go on once the server closes: a second unless it is said. */
  readonly closeMs?: number;
}

export interface HttpServer {
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  /** Takes no new connections, ends those that lie still, and waits for requests in flight, at most `closeMs`. */
  close(): Promise<void>;
}

const STILL_MS = 60_000;

const CLOSE_MS = 1000;

/** Our own hear of its end, and a stream that is sent adds six: beyond ten Node takes them for a leak. */
const MOST_LISTENERS = 20;

/** How exactly the times of requests are kept. */
const LOOK_MS = 1000;

/** Listens; rejects with an Error of one clear line. */
export async function listen(app: Koa, { host, port, limits, logger }: ListenOptions): Promise<HttpServer> {
  const server = limitedServer(limits);
  const connections = limitConnections(server, limits, logger);
  limitUnanswered(server, logger);
  answerRequests(server, app, connections);
  await bind(server, host, port);
  const { port: bound } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    port: bound,
    url: `http://${name}:${bound}`,
    close: () => close(server, connections, limits.closeMs ?? CLOSE_MS),
  };
}

function limitedServer(limits: ServerLimits): Server {
  const { maxHeaderBytes, stillMs = STILL_MS } = limits;
  const server = createServer({
    ...timesOf(limits),
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: stillMs,
    // Node answers a missing Host without words; the application does it with a problem.
    requireHostHeader: false,
  });
  server.timeout = stillMs;
  // The application refuses what has more; Node would leave those beyond out without a word.
  server.maxHeadersCount = MOST_HEADERS + 1;
  return server;
}

/** In whole milliseconds, 0 for no limit. Headers are a part of their request: Node refuses to give them more time. */
function timesOf({ headersMs, requestMs }: ServerLimits) {
  const requestTimeout = Math.round(requestMs);
  const headersTimeout = Math.min(Math.round(headersMs), requestTimeout || Number.MAX_SAFE_INTEGER);
  return { requestTimeout, headersTimeout, connectionsCheckingInterval: Math.min(LOOK_MS, headersTimeout || LOOK_MS) };
}

function answerRequests(server: Server, app: Koa, connections: Connections): void {
  const callback = app.callback();
  const answer = answerInTurn((request, response) => void callback(request, response));
  server.on('request', (request, response) => {
    response.setMaxListeners(MOST_LISTENERS);
    // It sent more than it may; what came with it in one piece is still handed over.
    if (request.socket.destroyed) return;
    if (!connections.isSurplus(request)) answer(request, response);
    else if (HEALTH_PATHS.has(requestPath(request))) answer(request, response.setHeader('Connection', 'close'));
    else refuseSurplus(request, response);
  });
  // An expectation nobody knows may be ignored, says RFC 9110; Node would answer without words.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  answerUnreadable(server);
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

async function close(server: Server, connections: Connections, closeMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  connections.endStill();
  const patience = setTimeout(() => server.closeAllConnections(), closeMs);
  // close() ends the connections that lie still now; those that are busy follow as they become still.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(patience);
  clearInterval(sweep);
}
