/** Answers to what Node hands over without a response: the same problems, written by hand onto the connection. */

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { ProblemCode } from './problems/catalogue.ts';
import { PROBLEM_TYPE, problemDocument } from './problems/problem-document.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export function answerUnreadable(server: Server): void {
  const last = new WeakMap<Duplex, Exchange>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    last.set(request.socket, { request, response }),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else answerBehind(socket, last.get(socket), write(...problemOf(error.code)));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Node has let go of the connection, so that nobody else minds its errors, or ends it.
    socket.on('error', () => socket.destroy());
    socket.once('finish', () => socket.destroy());
    answerBehind(socket, last.get(socket), NO_PROXY);
  });
}

/** Answers are taken for those of the requests in their order. */
function answerBehind(socket: Duplex, last: Exchange | undefined, answer: string): void {
  const end = () => (socket.writable ? socket.end(answer) : socket.destroy());
  if (!last || last.response.writableFinished) end();
  // What came last is whole, so the fault lies behind it.
  else if (last.request.complete) last.response.once('finish', end);
  // In the middle of its answer, another one would be taken for a part of it.
  else if (last.response.headersSent) socket.destroy();
  else end();
}

/** What Node's codes come to; all others mean that the bytes are no HTTP. */
const KNOWN: ReadonlyMap<string | undefined, readonly [ProblemCode, string]> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', ['request-timeout', 'The request did not arrive in time.']],
  ['HPE_HEADER_OVERFLOW', ['headers-too-large', 'The headers are too large.']],
  ['HPE_INVALID_URL', ['malformed-url', 'The URL has characters that must be percent-encoded.']],
]);

function problemOf(errorCode: string | undefined): readonly [ProblemCode, string] {
  return KNOWN.get(errorCode) ?? ['malformed-request', 'This is not an HTTP request.'];
}

function write(code: ProblemCode, detail: string, headers: readonly string[] = []): string {
  // Its path was not read, and the empty reference means: this very request.
  const document = problemDocument(code, { detail, instance: '' });
  const body = JSON.stringify(document);
  return [
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n');
}

/** CONNECT asks for another host, so there is no method that could be used instead. */
const NO_PROXY = write('method-not-allowed', 'This service is no proxy.', ['Allow: ']);
